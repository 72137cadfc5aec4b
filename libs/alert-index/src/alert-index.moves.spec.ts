import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { criteriaNode } from '@gable/domain/testing';
import { AlertIndex } from './alert-index.js';
import { alert, changed, flat, found, inCities, price } from './testing/alert-builders.js';

describe('AlertIndex while slots move', () => {
  it('holds thousands of alerts of one place as bit matrices and lets go of them', () => {
    const index = new AlertIndex();
    for (let id = 0; id < 3_000; id += 1) index.add(id, alert(inCities(20), price(null, 1_000 * id)));
    expect([index.stats().matrices, found(index, flat)]).toEqual([
      18,
      Array.from({ length: 2_750 }, (_, place) => place + 250),
    ]);
    for (let id = 0; id < 3_000; id += 2) index.remove(id);
    expect(found(index, flat)).toEqual(Array.from({ length: 1_375 }, (_, place) => 2 * place + 251));
    for (let id = 1; id < 3_000; id += 2) index.remove(id);
    expect(index.stats()).toMatchObject({ alerts: 0, slots: 0, cells: 0, matrices: 0, checks: 0, conditions: 0 });
  });

  it('says the same while the slots of a crowded place are sorted, and frees matrices that fewer alerts need', () => {
    const index = new AlertIndex();
    const types = [['FLAT'], ['HOUSE'], ['FLAT', 'HOUSE'], ['PARKING']] as const;
    const criteriaOf = (id: number): Criteria =>
      alert(inCities(20), price(id % 5 === 0 ? 100_000 : null, 1_000 * ((id * 7) % 700)), {
        kind: 'propertyType',
        included: types[id % 4]!,
        excluded: null,
      });
    const alerts = new Map(Array.from({ length: 3_000 }, (_, id) => [id, criteriaOf(id)]));
    for (const [id, criteria] of alerts) index.add(id, criteria);
    const expected = (): number[] =>
      [...alerts]
        .filter(([, criteria]) => matchCriteria(criteria, flat))
        .map(([id]) => id)
        .sort((a, b) => a - b);
    let steps = 0;
    for (; index.compact(1); steps += 1) {
      const [gone, other] = [(steps * 31) % 3_000, (steps * 17 + 5) % 3_000];
      index.remove(gone);
      alerts.delete(gone);
      index.add(other, criteriaOf(other + steps));
      alerts.set(other, criteriaOf(other + steps));
      expect(found(index, flat)).toEqual(expected());
    }
    expect(steps).toBeGreaterThan(18); // a step each for the six matrices of every transaction
    for (let id = 0; id < 3_000; id += 1) if (id % 3 !== 0 && index.remove(id)) alerts.delete(id);
    const before = index.stats().matrices;
    while (index.compact());
    expect([found(index, flat), index.stats().matrices < before / 2]).toEqual([expected(), true]);
    expect(changed(index, flat, { ...flat, price: 600_000 })[0]).toEqual(
      expected().filter((id) => matchCriteria(alerts.get(id)!, { ...flat, price: 600_000 })),
    );
  });

  it('finds an alert that took the place of a removed one it has nothing in common with', () => {
    const index = new AlertIndex();
    for (let id = 0; id < 513; id += 1)
      index.add(
        id,
        alert(inCities(20), price(null, 100_000), { kind: 'propertyType', included: ['FLAT'], excluded: null }),
      );
    expect(index.stats().matrices).toBe(3); // one for each transaction and one for none
    index.remove(5);
    index.add(
      5,
      alert(
        inCities(20),
        price(900_000, null),
        { kind: 'propertyType', included: ['HOUSE'], excluded: null },
        { kind: 'flag', field: 'gym', value: true, allowNull: false },
      ),
    );
    const villa: Listing = { ...flat, propertyType: 'HOUSE', price: 2_000_000 };
    expect([
      found(index, { ...villa, features: { gym: true } }),
      found(index, villa),
      found(index, { ...flat, price: 1 }).length,
    ]).toEqual([[5], [], 512]);
  });

  it('does not answer with an alert whose column in a matrix is freed', () => {
    const index = new AlertIndex();
    for (let id = 0; id < 600; id += 1) index.add(id, alert(inCities(20)));
    for (let id = 0; id < 600; id += 3) index.remove(id);
    expect([index.stats().matrices, found(index, flat)]).toEqual([
      3,
      Array.from({ length: 600 }, (_, id) => id).filter((id) => id % 3 !== 0),
    ]);
  });

  it('still finds and removes an alert whose slot moved into the place of a removed one', () => {
    const index = new AlertIndex();
    for (const id of [1, 2, 3]) index.add(id, alert(inCities(20)));
    index.remove(1); // the slots of 3 move
    expect([found(index, flat), index.remove(3), found(index, flat), index.remove(2), index.stats().slots]).toEqual([
      [2, 3],
      true,
      [2],
      true,
      0,
    ]);
  });

  it('codes the slot that turns a full tail into a matrix by the boundaries of that matrix', () => {
    const salePrices = Array.from({ length: 60 }, (_, price) => price);
    const index = new AlertIndex({ boundaries: { salePrices, rents: salePrices, areas: [], rooms: [], bedrooms: [] } });
    // The 500th alert changes the boundaries; city 21 takes all the work on that for a while, so city 20 is of the
    // old ones when it overflows.
    for (let id = 0; id < 501; id += 1) index.add(id, alert(inCities(id < 372 ? 21 : 20), price(1_000, 300_000)));
    expect([index.boundaries.salePrices, found(index, flat).length]).toEqual([[1_000, 300_000], 129]);
  });

  it('answers the same while boundaries change, chunk by chunk', () => {
    const index = new AlertIndex({ boundaries: { salePrices: [5], rents: [], areas: [], rooms: [], bedrooms: [] } });
    for (let id = 0; id < 400; id += 1) index.add(id, alert(price(1_000 * id, null)));
    const expected = Array.from({ length: 251 }, (_, id) => id);
    for (let id = 400; id < 1_000; id += 1) {
      index.add(id, alert(price(1_000_000 + (id % 5), 2_000_000)));
      expect(found(index, flat)).toEqual(expected);
    }
    while (index.compact(1)) expect(found(index, flat)).toEqual(expected);
    expect(index.boundaries.salePrices).toContain(2_000_000);
  });

  it('shares a check between all alerts that ask the same', () => {
    const index = new AlertIndex();
    for (let id = 0; id < 50; id += 1)
      index.add(id, alert(inCities(20), { kind: 'range', field: 'floor', min: 1, max: null, allowNull: false }));
    expect(found(index, { ...flat, floor: 2 })).toHaveLength(50);
    expect(index.stats()).toMatchObject({ checks: 0, conditions: 1, checkRuns: 1 });
  });

  it('does not take a verdict for one that an epoch of the same number gave long ago', () => {
    const index = new AlertIndex();
    index.add(1, alert(inCities(20), { kind: 'range', field: 'floor', min: 1, max: null, allowNull: false }));
    const upstairs = { ...flat, floor: 2 };
    expect(found(index, upstairs)).toEqual([1]);
    for (const [listing, ids] of [
      [{ ...flat, floor: 0 }, []],
      [upstairs, [1]],
    ] as const) {
      Object.assign(index, { epoch: 2 ** 27 - 2 });
      expect(found(index, listing)).toEqual(ids);
    }
  });

  it('keeps the chains of alerts whole while their slots move', () => {
    const index = new AlertIndex();
    for (let id = 0; id < 1_200; id += 1)
      index.add(id, criteriaNode([], 'OR', [alert(inCities(20, 21)), alert(inCities(21), price(id, null))]));
    for (let id = 0; id < 1_200; id += 1) if (id % 7 !== 0) index.remove(id);
    expect(found(index, flat)).toEqual(Array.from({ length: 172 }, (_, place) => 7 * place));
    for (let id = 0; id < 1_200; id += 7) index.remove(id);
    expect(index.stats()).toMatchObject({ slots: 0, cells: 0 });
  });

  it('keeps them whole where a crowded place outgrows its list of matrices in the middle of a move', () => {
    const index = new AlertIndex();
    const count = 45_000;
    const bands = [0, 1, 2].map((band) => alert(price(100_000 * band, 100_000 * band + 150_000)));
    for (let id = 0; id < count; id += 1)
      index.add(id, criteriaNode([{ kind: 'transactionType', included: ['SELL'] }, inCities(20)], 'OR', bands));
    expect(index.stats()).toMatchObject({ slots: 3 * count, cells: 1 });
    expect(found(index, { ...flat, price: 120_000 }, count)).toEqual(Array.from({ length: count }, (_, id) => id));
    for (let id = 0; id < count; id += 1) index.remove(id);
    expect(index.stats()).toMatchObject({ alerts: 0, slots: 0, cells: 0, matrices: 0 });
  });
});
