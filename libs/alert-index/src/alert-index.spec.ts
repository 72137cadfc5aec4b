import type { Listing } from '@gable/domain/listing';
import { criteriaNode } from '@gable/domain/testing';
import { AlertIndex } from './alert-index.js';
import { alert, changed, circle, flat, found, inCities, price } from './testing/alert-builders.js';

describe('AlertIndex', () => {
  it('finds an alert from the moment it is added to the moment it is removed', () => {
    const index = new AlertIndex();
    expect(found(index, flat)).toEqual([]);
    index.add(7, alert(price(null, 250_000)));
    expect([found(index, flat), index.has(7)]).toEqual([[7], true]);
    expect([index.remove(7), index.remove(7), index.has(7), found(index, flat)]).toEqual([true, false, false, []]);
  });

  it('replaces an alert that is there already', () => {
    const index = new AlertIndex();
    index.add(7, alert(inCities(20)));
    index.add(7, alert(inCities(21)));
    expect([found(index, flat), found(index, { location: { cityId: 21 } }), index.stats().alerts]).toEqual([
      [],
      [7],
      1,
    ]);
  });

  it('keeps an alert that nothing can meet', () => {
    const index = new AlertIndex();
    index.add(3, alert(price(2, 1)));
    expect([index.has(3), found(index, flat), index.stats().alerts, index.remove(3), index.stats().alerts]).toEqual([
      true,
      [],
      1,
      true,
      0,
    ]);
  });

  it('takes ids up to 2^30 - 1 and refuses all others', () => {
    const index = new AlertIndex();
    for (const id of [0, 2 ** 30 - 1]) index.add(id, alert(inCities(20, 1)));
    expect(found(index, flat)).toEqual([0, 2 ** 30 - 1]);
    for (const id of [-1, 2 ** 30, 1.5, NaN])
      expect([() => index.add(id, alert()), index.has(id), index.remove(id)]).toEqual([
        expect.any(Function),
        false,
        false,
      ]);
    for (const id of [-1, 2 ** 30, 1.5, NaN]) expect(() => index.add(id, alert())).toThrow(RangeError);
    expect(() => index.add('1' as never, alert())).toThrow(/whole number from 0 to \d+, got "1"$/);
  });

  it('counts every match when the array is too small, and starts clean afterwards', () => {
    const index = new AlertIndex();
    for (let id = 0; id < 100; id += 1) index.add(id, alert(inCities(1, 20)));
    const into = new Int32Array(3);
    expect([index.match(flat, into), new Set(into).size, found(index, flat).length]).toEqual([100, 3, 100]);
  });

  it('finds an alert once that one listing reaches through several cells and boxes', () => {
    const index = new AlertIndex();
    index.add(1, alert(inCities(1, 20, 30)));
    index.add(
      2,
      criteriaNode([], 'OR', [
        alert(inCities(20)),
        alert(price(1, null)),
        alert(circle(48.85, 2.35, 5_000)),
        alert(circle(48.8, 2.3, 60_000)),
      ]),
    );
    expect([found(index, flat), found(index, flat)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('reads a division that a listing names twice once', () => {
    const index = new AlertIndex();
    index.add(1, alert(inCities(20)));
    expect(found(index, { location: { divisionIds: [20, 20] } })).toEqual([1]);
  });

  it('tells divisions apart whose ids share their lower 32 bits', () => {
    const index = new AlertIndex();
    index.add(1, alert(inCities(20)));
    index.add(2, alert(inCities(2 ** 32 + 20)));
    expect([found(index, flat), found(index, { location: { divisionIds: [2 ** 32 + 20] } })]).toEqual([[1], [2]]);
  });

  it('tells for a change whom both states concern, whom the later, whom the earlier', () => {
    const index = new AlertIndex();
    index.add(1, alert(inCities(20)));
    index.add(2, alert(price(null, 240_000)));
    index.add(3, alert(price(245_000, null)));
    index.add(4, criteriaNode([], 'OR', [alert(price(250_000, null)), alert(price(null, 239_000))]));
    const cheaper = { ...flat, price: 239_000 };
    expect(changed(index, flat, cheaper)).toEqual([[1, 4], [2], [3]]);
    expect(changed(index, null, cheaper)).toEqual([[], [1, 2, 4], []]);
    expect(changed(index, flat, null)).toEqual([[], [], [1, 3, 4]]);
    expect(changed(index, null, null)).toEqual([[], [], []]);
    expect(changed(index, flat, { ...flat, title: 'better said' })).toEqual([[1, 3, 4], [], []]);
  });

  it('keeps an alert as met by both when the property moves to another cell of it or changes its transaction', () => {
    const index = new AlertIndex();
    index.add(1, alert(circle(48.8566, 2.3522, 3_000)));
    index.add(2, alert(inCities(20, 21)));
    index.add(3, alert(price(1, null)));
    const moved: Listing = {
      ...flat,
      transactionType: 'RENT',
      location: { divisionIds: [1, 21], lat: 48.84, lng: 2.33 },
    };
    expect(changed(index, flat, moved)).toEqual([[1, 2, 3], [], []]);
  });
});
