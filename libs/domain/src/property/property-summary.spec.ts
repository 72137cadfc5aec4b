import type { Listing } from '../listing/listing.js';
import type { LocationAccuracy } from '../values/vocabulary.js';
import { summarise } from './property-summary.js';

describe('summarise', () => {
  it('has nothing to say of a property without online listings', () => {
    expect(summarise([])).toEqual({
      minPrice: null,
      maxPrice: null,
      maxArea: null,
      minPricePerArea: null,
      onlineCount: 0,
      lat: null,
      lng: null,
    });
  });

  it('takes each figure from the listing where it is lowest or highest', () => {
    expect(
      summarise([{ price: 200_000, area: 50 }, { price: 190_000, area: 40 }, { area: 60 }, { price: 210_000 }]),
    ).toEqual({
      minPrice: 190_000,
      maxPrice: 210_000,
      maxArea: 60,
      minPricePerArea: 4_000,
      onlineCount: 4,
      lat: null,
      lng: null,
    });
  });

  it('stands where the listing shows it that knows best, of equals the newest', () => {
    const at = (lat: number, accuracy?: LocationAccuracy) => ({
      location: { lat, lng: 2, ...(accuracy && { accuracy }) },
    });
    const placeOf = (...listings: Listing[]) => {
      const { lat, lng } = summarise(listings);
      return [lat, lng];
    };
    expect(placeOf(at(1, 'CITY'), at(2, 'STREET'), at(3, 'STREET'), at(4))).toEqual([3, 2]);
    expect(placeOf(at(1), { location: { accuracy: 'PRECISE', cityId: 5 } }, {})).toEqual([1, 2]);
  });

  it('knows a price of 0 and no price per m² where the area is 0 or absurdly small', () => {
    expect(
      summarise([
        { price: 0, area: 0 },
        { price: 1e300, area: 1e-300 },
      ]),
    ).toEqual({
      minPrice: 0,
      maxPrice: 1e300,
      maxArea: 1e-300,
      minPricePerArea: null,
      onlineCount: 2,
      lat: null,
      lng: null,
    });
  });
});
