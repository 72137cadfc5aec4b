import type { Listing } from '../../listing/listing.js';
import { chooseGroup, MAX_GROUP_SIZE, stillBelongs } from './choose-group.js';
import type { GroupingItem } from './grouping-item.js';

const FLAT: Listing = {
  transactionType: 'SELL',
  propertyType: 'FLAT',
  price: 250_000,
  currency: 'EUR',
  area: 80,
  rooms: 3,
  bedrooms: 2,
  bathrooms: 1,
  floor: 3,
  building: { constructionYear: 1981 },
  location: { lat: 39.47, lng: -0.377, accuracy: 'STREET' },
  features: { elevator: true, terrace: true, furnished: false },
};
/** Nothing in it contradicts FLAT, but hardly anything agrees. */
const WEAK: Listing = {
  price: 360_000,
  bedrooms: 3,
  bathrooms: 2,
  floor: undefined,
  building: {},
  features: { elevator: false, terrace: false, furnished: true },
};
let count = 0;
const advert = (changes: Listing = {}): GroupingItem => ({
  id: `l-${++count}`,
  sourceId: 'portal',
  listing: { ...FLAT, ...changes },
});
const group = (key: string, ...members: GroupingItem[]) => ({ key, members });

describe('chooseGroup', () => {
  it('makes a property of its own where nothing comes near', () => {
    const alone = { group: null, score: null, reasons: [], merge: [] };
    expect(chooseGroup(advert(), [])).toEqual(alone);
    expect(
      chooseGroup(advert(), [
        group('a', advert({ floor: 5 })),
        group('b', advert({ bathrooms: 2, condition: 'NEW', features: {}, building: {} })),
      ]),
    ).toEqual(alone);
  });

  it('joins the group that agrees best and says why, the most telling first', () => {
    const decision = chooseGroup(advert(), [
      group('a', advert({ bathrooms: 2, price: 220_000 })),
      group('b', advert({ price: 258_000, location: { lat: 39.4704, lng: -0.377, accuracy: 'STREET' } })),
    ]);
    expect(decision.group).toBe('b');
    expect(decision.score).toBeGreaterThan(0);
    expect(decision.reasons).toEqual([
      'same area, 80 m²',
      'same construction year, 1981',
      'both have a terrace',
      '44 m apart',
      'neither is furnished',
      'same number of bedrooms, 2',
      'same number of rooms, 3',
      'same floor, 3',
      'same number of bathrooms, 1',
      'prices 3 % apart',
    ]);
  });

  it('says also what speaks against', () => {
    const description = Array.from({ length: 60 }, (_, i) => `mot${i}`).join(' ');
    const { reasons } = chooseGroup(advert({ description }), [group('a', advert({ description, bedrooms: 3 }))]);
    expect(reasons[0]).toBe('descriptions: the same');
    expect(reasons.at(-1)).toBe('bedrooms 2 and 3');
  });

  it('is vetoed by a single member, however well the others agree', () => {
    expect(
      chooseGroup(advert(), [group('a', advert(), advert(), advert(), advert({ floor: undefined, area: 84.5 }))]).group,
    ).toBeNull();
  });

  it('goes by the average over all members, so that weak links do not make a chain', () => {
    expect(chooseGroup(advert(), [group('a', advert(), advert(WEAK))]).group).toBeNull();
    expect(chooseGroup(advert(), [group('a', ...Array.from({ length: 9 }, () => advert()), advert(WEAK))]).group).toBe(
      'a',
    );
  });

  it('takes the group that came first of two that agree alike', () => {
    expect(
      chooseGroup(advert(), [group('z', advert({ floor: undefined })), group('a', advert({ floor: undefined }))]).group,
    ).toBe('z');
  });

  it('does not grow a group beyond 30', () => {
    const full = Array.from({ length: MAX_GROUP_SIZE }, () => advert());
    expect(chooseGroup(advert(), [group('a', ...full)]).group).toBeNull();
    expect(chooseGroup(advert(), [group('a', ...full.slice(1))]).group).toBe('a');
  });

  it('names the other groups that turn out to be the same property', () => {
    const decision = chooseGroup(advert(), [
      group('a', advert()),
      group('b', advert({ price: 255_000 })),
      group('c', advert({ floor: 4 })),
    ]);
    expect(decision).toMatchObject({ group: 'a', merge: ['b'] });
  });

  it('merges no groups that contradict each other, although the listing agrees with both', () => {
    const decision = chooseGroup(advert({ floor: undefined }), [
      group('a', advert({ floor: 3 })),
      group('b', advert({ floor: 4 })),
    ]);
    expect(decision).toMatchObject({ group: 'a', merge: [] });
  });

  it('merges no groups beyond 30', () => {
    const many = (length: number) => Array.from({ length }, () => advert());
    expect(chooseGroup(advert(), [group('a', ...many(15)), group('b', ...many(15))]).merge).toEqual([]);
    expect(chooseGroup(advert(), [group('a', ...many(15)), group('b', ...many(14))]).merge).toEqual(['b']);
  });
});

describe('stillBelongs', () => {
  it('keeps a listing with members it agrees with, and one that is alone', () => {
    expect(stillBelongs(advert({ price: 240_000 }), [advert(), advert()])).toBe(true);
    expect(stillBelongs(advert(), [])).toBe(true);
  });

  it('lets a listing go that contradicts one member or no longer agrees on average', () => {
    expect(stillBelongs(advert({ floor: 7 }), [advert(), advert({ floor: undefined })])).toBe(false);
    expect(stillBelongs(advert(WEAK), [advert()])).toBe(false);
  });

  it('lets no listing go because its group is full', () => {
    expect(
      stillBelongs(
        advert(),
        Array.from({ length: MAX_GROUP_SIZE }, () => advert()),
      ),
    ).toBe(true);
  });
});
