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
  it('is read anew each time, and judged once where it is right', () => {
    const first = readRepeated(Settings, { size: 20 });
    const again = readRepeated(Settings, { size: 20 });
    expect([first, again]).toEqual(
      [
        { ok: true, value: new Settings() },
        { ok: true, value: new Settings() },
      ].map((each) => ({ ...each, value: Object.assign(each.value, { size: 20 }) })),
    );
    expect(again.ok && first.ok && again.value !== first.value && again.value instanceof Settings).toBe(true);
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
