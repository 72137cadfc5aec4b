import { FLAG_FIELDS, RANGE_FIELDS, fieldValue, divisionsOf } from '@gable/domain/criteria';
import { generateCases } from '@gable/domain/testing';
import type { Listing } from '@gable/domain/listing';
import { Facts } from './facts.js';
import { FLAG_SHIFT, FLAGS_IN_C, flagPlace, NO, NOT_STATED, YES } from '../storage/slot-layout.js';

function factsOf(listing: Listing): Facts {
  const facts = new Facts();
  facts.read(listing);
  return facts;
}

describe('Facts', () => {
  const listings = generateCases(3, 500).map(({ listing }) => listing);

  it('holds of every field what criteria read of it', () => {
    for (const listing of listings) {
      const facts = factsOf(listing);
      expect(RANGE_FIELDS.map((_, place) => facts.number(place))).toEqual(
        RANGE_FIELDS.map((field) => fieldValue(field, listing) ?? NaN),
      );
      for (const flag of FLAG_FIELDS) {
        const place = flagPlace(flag);
        const states =
          (place < FLAGS_IN_C
            ? facts.statesC >>> (FLAG_SHIFT + 3 * place)
            : facts.statesD >>> (3 * (place - FLAGS_IN_C))) & 7;
        const stated = fieldValue(flag, listing);
        expect([flag, states]).toEqual([flag, 1 << (stated === undefined ? NOT_STATED : stated ? YES : NO)]);
      }
      expect(facts.divisions).toEqual(divisionsOf(listing));
    }
  });

  it('reads nulls, which a store outside may put into a listing, as not stated', () => {
    const facts = factsOf({
      price: null,
      features: { parking: null },
      location: null,
      propertyType: null,
      areas: null,
    } as unknown as Listing);
    expect([facts.meansTheSame(factsOf({})), facts.hasPoint]).toEqual([true, false]);
  });

  it('tells two listings apart by whatever criteria read, and only by that', () => {
    const flat: Listing = {
      price: 1,
      title: 'a',
      features: { gym: true },
      areas: { land: 3 },
      location: { divisionIds: [1, 2], lat: 1, lng: 2 },
    };
    const same: Listing[] = [
      { ...flat, title: 'b', url: 'c' },
      { ...flat, location: { ...flat.location, cityName: 'x' } },
    ];
    const other: Listing[] = [
      { ...flat, price: 2 },
      { ...flat, features: {} },
      { ...flat, areas: { land: 4 } },
      { ...flat, location: { divisionIds: [1, 3], lat: 1, lng: 2 } },
      { ...flat, location: { divisionIds: [1, 2], lat: 1, lng: 3 } },
      { ...flat, transactionType: 'RENT' },
      { ...flat, propertyType: 'SHOP' },
      { ...flat, rooms: 0 },
    ];
    expect([...same, ...other].map((listing) => factsOf(flat).meansTheSame(factsOf(listing)))).toEqual([
      true,
      true,
      ...other.map(() => false),
    ]);
  });
});
