import { PROPERTY_TYPE_ALIASES, PROPERTY_TYPES, type PropertyType } from './vocabulary.js';

// A Map, not an object: names such as `constructor` must stay unknown.
const BY_SPELLING: ReadonlyMap<unknown, PropertyType> = new Map<unknown, PropertyType>([
  ...Object.entries(PROPERTY_TYPE_ALIASES),
  ...PROPERTY_TYPES.map((type): [unknown, PropertyType] => [type, type]),
  ...PROPERTY_TYPES.map((type, code): [unknown, PropertyType] => [code, type]),
]);

/** The property type behind a name, an alias or an integer code; undefined for everything else. */
export function propertyTypeOf(spelling: unknown): PropertyType | undefined {
  return BY_SPELLING.get(spelling);
}

/** The integer of a property type, its place in PROPERTY_TYPES. */
export function propertyTypeCode(type: PropertyType): number {
  return PROPERTY_TYPES.indexOf(type);
}
