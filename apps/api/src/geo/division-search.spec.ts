import type { ListedDivision } from '@gable/persistence/geography';
import { DivisionSearch } from './division-search.js';

const city = (id: number, name: string): ListedDivision => ({
  id,
  type: 'CITY',
  name,
  countryCode: 'FR',
  postalCodes: [],
  centroid: null,
  ancestorIds: [1],
});

/** A store, a clock and what was logged, all in the hand of the spec. */
function world() {
  const stored = {
    state: { edition: 1, countedVersion: 1 },
    listed: [city(2, 'Lyon')],
    counts: new Map([[2, 5]]),
    isDown: false,
    reads: 0,
    now: 0,
    warnings: 0,
  };
  const ask = async <T>(value: T): Promise<T> => {
    if (stored.isDown) throw new Error('The database cannot be reached.');
    return value;
  };
  const search = new DivisionSearch(
    {
      listed: () => {
        stored.reads += 1;
        return ask(stored.listed);
      },
    },
    { state: () => ask(stored.state), counts: () => ask(stored.counts) },
    {
      warn: () => {
        stored.warnings += 1;
      },
    },
    () => stored.now,
  );
  const find = async (text: string) =>
    (await search.find({ text, limit: 5 })).map(({ name, propertyCount }) => `${name} ${propertyCount}`);
  return { stored, search, find };
}

describe('searching divisions', () => {
  it('reads the store once, and asks again after a second without letting anybody wait', async () => {
    const { stored, search, find } = world();
    expect(await Promise.all([find('lyon'), find('lyo')])).toEqual([['Lyon 5'], ['Lyon 5']]);
    Object.assign(stored, {
      state: { edition: 2, countedVersion: 1 },
      listed: [city(2, 'Lyon'), city(3, 'Lyons-la-Forêt')],
    });
    stored.now = 900;
    expect(await find('lyon')).toEqual(['Lyon 5']);
    stored.now = 1_100;
    expect(await find('lyon')).toEqual(['Lyon 5']); // answered by what was there, and looked again behind it
    await search.refresh();
    expect(await find('lyon')).toEqual(['Lyon 5', 'Lyons-la-Forêt 0']);
    expect(stored.reads).toBe(2);
  });

  it('reads only the numbers when only they changed', async () => {
    const { stored, search, find } = world();
    await find('lyon');
    Object.assign(stored, { state: { edition: 1, countedVersion: 2 }, counts: new Map([[2, 6]]) });
    await search.refresh();
    expect([await find('lyon'), stored.reads]).toEqual([['Lyon 6'], 1]);
  });

  it('goes on with what it has while the store is down, and says so', async () => {
    const { stored, search, find } = world();
    await find('lyon');
    stored.isDown = true;
    stored.now = 2_000;
    expect(await find('lyon')).toEqual(['Lyon 5']);
    await expect(search.refresh()).rejects.toThrow('cannot be reached');
    expect([await find('lyon'), stored.warnings]).toEqual([['Lyon 5'], 1]);
  });

  it('fails while it has nothing, and succeeds when the store is back', async () => {
    const { stored, find } = world();
    stored.isDown = true;
    await expect(find('lyon')).rejects.toThrow('cannot be reached');
    stored.isDown = false;
    expect(await find('lyon')).toEqual(['Lyon 5']);
  });
});
