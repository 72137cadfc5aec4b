import { IsInt, IsOptional, Max } from 'class-validator';
import { readRepeated } from './read-request.js';

let validated = 0;

class Settings {
  @IsOptional()
  @IsInt({ message: 'expects a whole number' })
  @Max(100, { message: () => `${++validated > 0 ? 'is 100 or less' : ''}` })
  size = 10;
}

describe('what callers repeat', () => {
  it('is judged once where it is right, and what was read of it is shared and cannot be changed', () => {
    const first = readRepeated(Settings, { size: 20 });
    const again = readRepeated(Settings, { size: 20 });
    expect([first, again]).toEqual(Array(2).fill({ ok: true, value: Object.assign(new Settings(), { size: 20 }) }));
    expect(again.ok && again.value instanceof Settings && Object.isFrozen(again.value)).toBe(true);
    expect(readRepeated(Settings, { size: null })).toEqual({ ok: true, value: new Settings() });
    expect(readRepeated(Settings, { size: null })).toEqual({ ok: true, value: new Settings() });
  });

  it('stays wrong however often it is said, and says where', () => {
    for (let round = 0; round < 3; round += 1) {
      expect(readRepeated(Settings, { size: 101 }, 'settings')).toEqual({
        ok: false,
        violations: [{ propertyPath: 'settings.size', message: 'is 100 or less' }],
      });
      expect(readRepeated(Settings, { sise: 5 })).toMatchObject({ violations: [{ propertyPath: 'sise' }] });
    }
    expect(validated).toBe(3);
  });
});
