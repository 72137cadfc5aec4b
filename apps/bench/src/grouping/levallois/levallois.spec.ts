import { parseFeedLine } from '@gable/domain/listing';
import { labelDwellings } from './label-dwellings.js';
import { parseCsv } from './parse-csv.js';
import { feedLineOf, type LevalloisListing } from './read-levallois.js';

describe('parseCsv', () => {
  it('reads quoted cells with commas, quotes and line ends, and empty ones', () => {
    expect(parseCsv('a,b,c\r\n1,"x, ""y""\nz",\n,2,3\n')).toEqual([
      { a: '1', b: 'x, "y"\nz', c: '' },
      { a: '', b: '2', c: '3' },
    ]);
  });
});

describe('feedLineOf', () => {
  it('makes a line that the feed takes, and leaves out what a row leaves out', () => {
    const parsed = parseFeedLine(
      feedLineOf({
        ID: '1',
        CRAWL_SOURCE: 'SE_LOGER',
        PROPERTY_TYPE: 'PREMISES',
        MARKETING_TYPE: 'RENT',
        SURFACE: '49.50',
        ROOM_COUNT: '0',
        PRICE: '1200.00',
        IMAGES: '["https://a.example/1.jpg"]',
        DEALER_TYPE: 'AGENCY',
      }),
    );
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        source: { domain: 'se-loger.example' },
        listing: { transactionType: 'RENT', propertyType: 'COMMERCIAL_PREMISES', area: 49.5, price: 1200 },
      },
    });
    expect(parsed.ok && Object.keys(parsed.value.listing)).not.toEqual(expect.arrayContaining(['rooms']));
  });
});

describe('labelDwellings', () => {
  const words = (from: number): string => Array.from({ length: 60 }, (_, i) => `mot${from + i}`).join(' ');
  const advert = (id: string, changes: object, prices: readonly number[] = []): LevalloisListing => ({
    id,
    sourceId: id,
    listing: {
      transactionType: 'SELL',
      propertyType: 'FLAT',
      area: 50,
      price: 400_000,
      description: words(0),
      ...changes,
    },
    prices: new Set(prices),
  });
  const together = (...adverts: LevalloisListing[]): boolean => new Set(labelDwellings(adverts).values()).size === 1;

  it('goes by words where area and price agree', () => {
    expect(together(advert('a', {}), advert('b', { description: words(20) }))).toBe(true);
    expect(together(advert('a', {}), advert('b', { description: words(50) }))).toBe(false);
  });

  it('asks for more common words where the price is only one that the other advert once had', () => {
    const cheaper = (description: string) => advert('b', { price: 380_000, description }, [400_000, 380_000]);
    expect(together(advert('a', {}, [400_000]), cheaper(words(5)))).toBe(true);
    expect(together(advert('a', {}, [400_000]), cheaper(words(25)))).toBe(false);
    expect(together(advert('a', {}, [400_000]), advert('b', { price: 380_000 }, [380_000]))).toBe(false);
  });

  it('does not count words that stand under many adverts', () => {
    const boilerplate = Array.from({ length: 30 }, (_, i) => advert(`${i}`, { area: 100 + 10 * i }));
    expect(new Set(labelDwellings([...boilerplate, advert('a', {}), advert('b', {})]).values()).size).toBe(32);
  });
});
