import { parseCriteria, type ParseCriteriaOptions } from './parse-criteria.js';
import { DEFAULT_CRITERIA_LIMITS } from './parsing-context.js';

/** `path: message` of everything wrong; an empty list means accepted. */
function violationsOf(input: unknown, options?: ParseCriteriaOptions): readonly string[] {
  const parsed = parseCriteria(input, options);
  return parsed.ok ? [] : parsed.violations.map(({ propertyPath, message }) => `${propertyPath}: ${message}`);
}

describe('limits', () => {
  const chain = (levels: number): unknown => (levels === 1 ? {} : { children: [chain(levels - 1)] });

  it('allows 32 levels and no 33rd', () => {
    expect(violationsOf(chain(32))).toEqual([]);
    expect(violationsOf(chain(33))).toEqual([
      `criteria${'.children[0]'.repeat(32)}: is nested too deep; at most 32 levels are allowed, the root is level 1`,
    ]);
  });

  it('allows 1,000 nodes and no more', () => {
    expect(violationsOf({ children: Array(999).fill({}) })).toEqual([]);
    expect(violationsOf({ branches: Array(1000).fill({}) })).toEqual([
      'criteria: has too many nodes; at most 1000 are allowed',
    ]);
    expect(violationsOf({ children: Array(10).fill({ children: Array(99).fill({}) }) })).toEqual([
      'criteria: has too many nodes; at most 1000 are allowed',
    ]);
  });

  it('allows sets of 1,000 entries, duplicates counted', () => {
    expect(violationsOf({ location: { includedDivisionIds: Array(1000).fill(1) } })).toEqual([]);
    expect(violationsOf({ location: { includedDivisionIds: Array(1001).fill(1) } })).toEqual([
      'criteria.location.includedDivisionIds: has 1001 entries; at most 1000 are allowed',
    ]);
    expect(violationsOf({ cityIds: Array(1001).fill(1) }, { mode: 'classic' })).toEqual([
      'cityIds: has 1001 entries; at most 1000 are allowed',
    ]);
  });

  it('allows 50 entries of words a tree, duplicates counted, and names the first beyond', () => {
    const words = (count: number): unknown => ({ text: { any: Array(count).fill('loft') } });
    expect(violationsOf({ children: [words(20), words(30)] })).toEqual([]);
    expect(violationsOf({ children: [words(20), words(31), words(1)] })).toEqual([
      'criteria.children[1].text.any[30]: takes the words of these criteria beyond 50 entries',
    ]);
  });

  it('allows phrases of 8 words of 100 letters', () => {
    const word = 'é'.repeat(100);
    expect(violationsOf({ text: { all: [Array(8).fill(word).join(' '), `${word}*`] } })).toEqual([]);
    expect(violationsOf({ text: { all: [Array(9).fill('a').join(' '), `${word}a`, `${word}a*`] } })).toEqual([
      'criteria.text.all[0]: is a phrase of 9 words; at most 8 are allowed',
      'criteria.text.all[1]: has a word of more than 100 letters',
      'criteria.text.all[2]: has a word of more than 100 letters',
    ]);
  });

  it('counts the nodes that entries with several ids become, so that what is accepted can be sent back', () => {
    const entries = Array.from({ length: 400 }, (_, id) => ({ cityId: id, districtId: 1000 + id }));
    expect(violationsOf({ location: { included: entries } })).toEqual([
      'criteria: has more than 32 levels or 1000 nodes; a location entry with several ids and a second range of one ' +
        'field count as nodes of their own',
    ]);
    expect(violationsOf({ location: { included: entries.slice(0, 300) } })).toEqual([]);
  });

  describe('positions of shapes', () => {
    const id = (n: number) => `019aa000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const ring = (positions: number): [number, number][] =>
      Array.from({ length: positions }, (_, n) => [Math.cos(n), Math.sin(n)]);
    const shapeOf = (positions: number) => ({ type: 'Polygon' as const, coordinates: [ring(positions)] });
    const large = shapeOf(5_000);
    const places = { knowsDivision: () => true, shape: () => large };
    const named = (...numbers: number[]) => ({ location: { includedGeoShapeIds: numbers.map(id) } });
    const beyond =
      'takes the shapes of these criteria beyond 20000 positions, each counted as often as it is named; ' +
      'name fewer or simpler shapes';

    it('allows 20,000, repetitions counted, and refuses the reference that crosses that, and no other', () => {
      expect(violationsOf({ children: [named(1, 2), named(1), named(1)] }, { places })).toEqual([]);
      expect(violationsOf({ children: [named(1, 1), named(1), named(1, 1), named(1)] }, { places })).toEqual([
        `criteria.children[2].location.includedGeoShapeIds[1]: ${beyond}`,
      ]);
      const excluded = { location: { includedGeoShapeIds: [id(1)], excludedGeoShapeIds: Array(4).fill(id(2)) } };
      expect(violationsOf({ branches: [{}, excluded] }, { places })).toEqual([
        `criteria.branches[1].location.excludedGeoShapeIds[3]: ${beyond}`,
      ]);
    });

    it('needs no geometry to refuse', () => {
      const unloaded = { ...places, shape: () => undefined, positionsOfShape: () => 5_000 };
      expect(violationsOf(named(1, 2, 3, 4, 5), { places: unloaded })).toEqual([
        `criteria.location.includedGeoShapeIds[4]: ${beyond}`,
      ]);
      expect(violationsOf(named(1), { places: unloaded })).toEqual([
        'criteria.location.includedGeoShapeIds[0]: names a shape whose geometry was not loaded',
      ]);
    });
  });

  it('are settings', () => {
    expect(violationsOf(chain(3), { limits: { ...DEFAULT_CRITERIA_LIMITS, maxDepth: 2 } })).toEqual([
      'criteria.children[0].children[0]: is nested too deep; at most 2 levels are allowed, the root is level 1',
    ]);
  });

  it('reports 50 violations and stops', () => {
    expect(violationsOf(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key${n}`, 1])))).toHaveLength(50);
    expect(violationsOf({ children: Array(900).fill(5) })).toHaveLength(50);
  });

  it('refuses a tree of 50,000 levels at once, wherever it nests', () => {
    const before = process.cpuUsage();
    let children: unknown = {};
    let leaf: unknown = 1;
    for (let level = 0; level < 50_000; level += 1)
      [children, leaf] = [{ operator: 'AND', branches: [children] }, { min: leaf }];
    expect(violationsOf(children)).toHaveLength(1);
    expect(violationsOf({ price: leaf })).toEqual(['criteria.price.min: expects a number, got an object']);
    expect(violationsOf({ location: { centerPoint: '['.repeat(50_000), radiusMeters: 1 } })).toHaveLength(1);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
  });

  it('repeats only short, clean pieces of what was sent', () => {
    const long = `a\u0000\ud800\u202e${'x'.repeat(100_000)}`;
    const parsed = parseCriteria({ [long]: 1, transactionType: { value: long }, price: { min: long } });
    const text = JSON.stringify(parsed);
    expect(text).not.toMatch(/\\u0000|\\ud800|\u202e/);
    expect(text.length).toBeLessThan(900);
  });
});
