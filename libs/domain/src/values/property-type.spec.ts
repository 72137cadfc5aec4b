import { PROPERTY_TYPES } from './vocabulary.js';
import { propertyTypeCode, propertyTypeOf } from './property-type.js';

describe('propertyTypeOf', () => {
  it('knows every type by name and by integer, and apartments as flats', () => {
    expect(PROPERTY_TYPES.map((type) => propertyTypeOf(type))).toEqual(PROPERTY_TYPES);
    expect(PROPERTY_TYPES.map((type) => propertyTypeOf(propertyTypeCode(type)))).toEqual(PROPERTY_TYPES);
    expect([propertyTypeOf('APARTMENT'), propertyTypeCode('HOUSE')]).toEqual(['FLAT', 1]);
  });

  it('knows nothing else', () => {
    expect(
      ['flat', '0', 9, -1, 0.5, null, undefined, 'constructor', '__proto__', ['FLAT']].map(propertyTypeOf),
    ).toEqual(Array(10).fill(undefined));
  });
});
