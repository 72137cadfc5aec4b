import { mergeListings } from './merged-record.js';

const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `mot${from + i}`).join(' ');

describe('mergeListings', () => {
  it('has nothing to say of no listings but that there are no pictures', () => {
    expect(mergeListings([])).toEqual({ pictures: [] });
  });

  it('takes deal, type and price from most of the listings', () => {
    const flat = { transactionType: 'SELL', propertyType: 'FLAT', price: 200_000, currency: 'EUR' } as const;
    expect(mergeListings([{ ...flat, propertyType: 'OTHER', price: 195_000 }, flat, flat])).toEqual({
      ...flat,
      pictures: [],
    });
  });

  it('takes the newest of prices that are stated equally often; amounts in two currencies are two prices', () => {
    expect(
      mergeListings([
        { price: 190_000, currency: 'EUR' },
        { price: 200_000, currency: 'EUR' },
      ]).price,
    ).toBe(190_000);
    expect(
      mergeListings([
        { price: 9, currency: 'USD' },
        { price: 9, currency: 'EUR' },
        { price: 8, currency: 'EUR' },
        { price: 8, currency: 'EUR' },
      ]),
    ).toMatchObject({ price: 8, currency: 'EUR' });
    expect(mergeListings([{}, { price: 5, currency: 'EUR' }]).price).toBe(5);
  });

  it('takes the most rooms and the largest area that any listing states', () => {
    expect(mergeListings([{ rooms: 3, area: 79 }, { rooms: 4, bedrooms: 2 }, { areas: { indoor: 80.5 } }])).toEqual({
      rooms: 4,
      bedrooms: 2,
      area: 80.5,
      areas: { indoor: 80.5 },
      pictures: [],
    });
  });

  it('takes the longest of the texts that most listings tell, not the longest of all', () => {
    const told = { title: 'T3', description: words(0, 60) };
    const toldAtLength = { title: 'T3 à Lyon', description: words(0, 70) };
    const other = { title: 'Autre', description: words(200, 300) };
    expect(mergeListings([other, told, toldAtLength])).toMatchObject({
      title: 'T3 à Lyon',
      description: toldAtLength.description,
    });
    expect(mergeListings([told, other]).description).toBe(told.description);
    expect(
      mergeListings([{ description: 'Court.' }, { description: 'Bref, mais autre.' }, { description: 'Court.' }])
        .description,
    ).toBe('Court.');
  });

  it('shows every picture once, those of the newest listing first', () => {
    expect(mergeListings([{ pictures: ['b', 'a'] }, { pictures: ['a', 'c'] }]).pictures).toEqual(['b', 'a', 'c']);
  });

  it('takes of every other attribute what most state, of equals the newest, inside objects member by member', () => {
    expect(
      mergeListings([
        { condition: 'NEW', features: { balcony: false, garden: true }, energy: { dpe: 'B' }, floor: 3 },
        { condition: 'GOOD', features: { balcony: true }, energy: { dpe: 'C', ghg: 'A' } },
        { condition: 'GOOD', features: { balcony: true }, bathrooms: 1 },
      ]),
    ).toEqual({
      condition: 'GOOD',
      features: { balcony: true, garden: true },
      energy: { dpe: 'B', ghg: 'A' },
      floor: 3,
      bathrooms: 1,
      pictures: [],
    });
  });

  it('takes the place of the listing that shows it most exactly, whole', () => {
    const street = { lat: 45.7, lng: 4.8, accuracy: 'STREET', cityId: 69_123 } as const;
    expect(
      mergeListings([
        { location: { cityId: 69_123, accuracy: 'PRECISE' } },
        { location: { lat: 45, lng: 4, accuracy: 'CITY', cityId: 69_123, postalCode: '69004' } },
        { location: street },
      ]).location,
    ).toEqual(street);
  });

  it('takes the first publication, and neither address nor publisher of any advert', () => {
    expect(
      mergeListings([
        { publishedAt: '2026-03-01T00:00:00.000Z', url: 'https://a.example/1', publisher: { name: 'A' } },
        { publishedAt: '2026-02-01T00:00:00.000Z' },
      ]),
    ).toEqual({ publishedAt: '2026-02-01T00:00:00.000Z', pictures: [] });
  });
});
