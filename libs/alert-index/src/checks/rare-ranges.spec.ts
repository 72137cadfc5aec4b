import type { RangeField } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import type { RareRange } from '../compile/box.js';
import { Facts } from '../compile/facts.js';
import { RareRanges } from './rare-ranges.js';

const range = (field: RangeField, low: number, high: number, nullAllowed = false): RareRange => ({
  field,
  low,
  high,
  nullAllowed,
});

function factsOf(listing: Listing): Facts {
  const facts = new Facts();
  facts.read(listing);
  return facts;
}

describe('Rare ranges', () => {
  it('must all hold, be they one, two or more', () => {
    const ranges = new RareRanges();
    const asked = [range('floor', 2, Infinity), range('lots', -Infinity, 40, true), range('bathrooms', 1, 2)];
    const listings: readonly Listing[] = [
      { floor: 3, bathrooms: 1 },
      { floor: 1, bathrooms: 1 },
      { floor: 3 },
      { floor: 2, bathrooms: 2, building: { lots: 50 } },
    ];
    const references = [1, 2, 3].map((count) => ranges.intern(asked.slice(0, count)));
    const verdicts = listings.map((listing, pass) =>
      references.map((reference) => ranges.passes(reference, factsOf(listing), (pass + 1) << 4, 0)),
    );
    expect(verdicts).toEqual([
      [true, true, true],
      [false, false, false],
      [true, true, false],
      [true, false, false],
    ]);
  });

  it('are told apart by each of field, bounds and what an absent value means', () => {
    const ranges = new RareRanges();
    const different = [
      range('floor', 1, 2),
      range('lots', 1, 2),
      range('floor', 1, 3),
      range('floor', 0, 2),
      range('floor', 1, 2, true),
    ];
    expect(new Set(different.map((one) => ranges.intern([one]))).size).toBe(different.length);
    expect(ranges.intern([range('floor', 1, 2)])).toBe(ranges.intern([range('floor', 1, 2)]));
  });

  it('are answered the same when their numbers are used up, and give back everything when nobody holds them', () => {
    const ranges = new RareRanges();
    const count = 40_000;
    const references = Array.from({ length: count }, (_, low) =>
      ranges.intern([range('areaLand', low, low + 10), range('floor', 0, 5, true)]),
    );
    const facts = factsOf({ areas: { land: 35_000 } });
    expect(references.flatMap((reference, low) => (ranges.passes(reference, facts, 16, 0) ? [low] : []))).toEqual(
      Array.from({ length: 11 }, (_, place) => 34_990 + place),
    );
    expect(references.some((reference) => reference < 0)).toBe(true);
    for (const reference of references) ranges.release(reference);
    expect(ranges.size).toBe(0);
    const again = ranges.intern([range('areaLand', 1, 2)]);
    expect(ranges.passes(again, facts, 32, 0)).toBe(false);
  });

  it('remember a verdict for one listing only, and for each of the two of a change', () => {
    const ranges = new RareRanges();
    const reference = ranges.intern([range('floor', 2, 4)]);
    const [low, high] = [factsOf({ floor: 1 }), factsOf({ floor: 3 })];
    expect([
      ranges.passes(reference, low, 16, 0),
      ranges.passes(reference, high, 16, 1),
      ranges.passes(reference, low, 16, 0),
    ]).toEqual([false, true, false]);
    expect(ranges.runs).toBe(2);
    expect(ranges.passes(reference, high, 32, 0)).toBe(true);
    ranges.clearMemos();
    expect(ranges.passes(reference, low, 32, 0)).toBe(false);
  });
});
