import { parseDivisionLine } from './parse-division-line.js';

const KNOWN = new Map<number, readonly number[]>([
  [1, []],
  [2, [1]],
  [3, [2, 1]],
]);
const read = (over: object) =>
  parseDivisionLine(JSON.stringify({ id: 9, type: 'CITY', name: 'Town', countryCode: 'FR', ...over }), KNOWN);

describe('a line of divisions', () => {
  it('puts a division below one that is known', () => {
    expect(read({ parentId: 3 })).toMatchObject({ ok: true, value: { id: 9, parentId: 3 } });
    expect(read({ id: 3, parentId: 1 })).toMatchObject({ ok: true });
    const moved = new Map([...KNOWN, [2, []]]);
    expect(parseDivisionLine('{"id":1,"type":"CITY","name":"T","countryCode":"FR","parentId":3}', moved).ok).toBe(true);
  });

  it.each([
    ['one that is not known', { parentId: 7 }, 'is no division of this or an earlier file; parents come first'],
    ['itself', { id: 3, parentId: 3 }, 'is the division itself, or lies below it'],
    ['one that lies below it', { id: 1, parentId: 3 }, 'is the division itself, or lies below it'],
  ])('is refused where it puts a division below %s', (_, over, message) => {
    expect(read(over)).toEqual({
      ok: false,
      violations: [{ propertyPath: 'parentId', message }],
      unknownFields: [],
    });
  });

  it('names members that the format does not know, of one that is refused too', () => {
    expect(read({ geometri: {}, constructor: 1 })).toMatchObject({
      ok: true,
      unknownFields: ['geometri', 'constructor'],
    });
    expect(read({ id: 0, population: 5 })).toMatchObject({ ok: false, unknownFields: ['population'] });
    expect(read({ ['x'.repeat(500)]: 1, 'a\0b': 2 })).toMatchObject({
      unknownFields: [`${'x'.repeat(100)}…`, 'a\uFFFDb'],
    });
  });
});
