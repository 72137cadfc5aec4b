import { diffListings } from './diff.js';

describe('diffListings', () => {
  it('finds nothing between two states that say the same in another order', () => {
    expect(
      diffListings(
        { price: 1, pictures: ['a'], location: { lat: 1, lng: 2 }, features: { garden: true } },
        { features: { garden: true }, location: { lng: 2, lat: 1 }, pictures: ['a'], price: 1 },
      ),
    ).toEqual([]);
  });

  it('gives a price cut with its percentage, first of all', () => {
    expect(diffListings({ title: 'T3', price: 200_000 }, { title: 'T3 lumineux', price: 190_000 })).toEqual([
      { attribute: 'price', old: 200_000, new: 190_000, variationPercent: -5 },
      { attribute: 'title', old: 'T3', new: 'T3 lumineux', variationPercent: null },
    ]);
  });

  it('gives no percentage where there was no value, where it was 0, or where it went away', () => {
    expect(diffListings({}, { price: 100 })).toEqual([
      { attribute: 'price', old: null, new: 100, variationPercent: null },
    ]);
    expect(diffListings({ price: 0 }, { price: 100 })[0]?.variationPercent).toBeNull();
    expect(diffListings({ price: 100 }, {})).toEqual([
      { attribute: 'price', old: 100, new: null, variationPercent: null },
    ]);
  });

  it('calls a floor that rises from the basement a rise', () => {
    expect(diffListings({ price: 9_976 }, { price: 9_477.2 })[0]?.variationPercent).toBe(-5);
    expect(diffListings({ floor: -2 }, { floor: -1 })).toEqual([
      { attribute: 'floor', old: -2, new: -1, variationPercent: 50 },
    ]);
  });

  it('names members of groups one by one', () => {
    expect(
      diffListings(
        { features: { garden: true, cellar: false }, energy: { dpe: 'D' } },
        { features: { garden: false, cellar: false }, energy: { dpe: 'C' } },
      ),
    ).toEqual([
      { attribute: 'features.garden', old: true, new: false, variationPercent: null },
      { attribute: 'energy.dpe', old: 'D', new: 'C', variationPercent: null },
    ]);
  });

  it('takes the place as one attribute and does not look at where ingest found it to lie', () => {
    expect(
      diffListings(
        { location: { lat: 1, lng: 2, divisionIds: [7] } },
        { location: { lat: 1, lng: 3, divisionIds: [8] } },
      ),
    ).toEqual([{ attribute: 'location', old: { lat: 1, lng: 2 }, new: { lat: 1, lng: 3 }, variationPercent: null }]);
    expect(diffListings({ location: { divisionIds: [7] } }, {})).toEqual([]);
  });

  it('finds nothing where one picture was named twice and is now named once', () => {
    expect(diffListings({ pictures: ['a', 'b', 'a'] }, { pictures: ['a', 'b'] })).toEqual([]);
  });

  it('takes the pictures as one attribute, in their order', () => {
    expect(diffListings({ pictures: ['a', 'b'] }, { pictures: ['b', 'a'] })).toEqual([
      { attribute: 'pictures', old: ['a', 'b'], new: ['b', 'a'], variationPercent: null },
    ]);
  });
});
