import { listingContent } from './content.js';

describe('listingContent', () => {
  it('is the same whatever the order of the members', () => {
    expect(listingContent({ price: 1, features: { garden: true, cellar: false } })).toBe(
      listingContent({ features: { cellar: false, garden: true }, price: 1 }),
    );
    expect(listingContent({ price: 1, features: { garden: true, cellar: false } })).toBe(
      '{"features":{"cellar":false,"garden":true},"price":1}',
    );
  });

  it('differs where anything the listing says differs, also the order of its pictures', () => {
    const texts = [
      {},
      { price: 1 },
      { price: 2 },
      { rooms: 1 },
      { features: { garden: true } },
      { features: { garden: false } },
      { pictures: ['a', 'b'] },
      { pictures: ['b', 'a'] },
      { location: { lat: 1, lng: 2 } },
      { location: { lat: 2, lng: 1 } },
      { title: '1' },
      { title: '"},{' },
    ].map(listingContent);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('does not depend on where ingest found the property to lie', () => {
    expect(listingContent({ location: { lat: 1, lng: 2, divisionIds: [7, 8] } })).toBe(
      listingContent({ location: { lat: 1, lng: 2 } }),
    );
    expect(listingContent({ location: { divisionIds: [7] } })).toBe(listingContent({}));
  });

  it('makes no difference between undefined, an empty group and absence', () => {
    expect(listingContent({ price: undefined, energy: {} })).toBe('{}');
  });
});
