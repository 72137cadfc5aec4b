export { mapContract } from './map.contract.js';
export type { EngineUnderTest } from './engine-under-test.js';
export { propertySearchContract } from './property-search.contract.js';
export { someHomes } from './some-properties.js';
export { orderedIds, pageThrough } from './plain-search.js';
export { placeOf, type StoredProperty, sortKeysOf } from './stored-property.js';
export { documentOf, placeOfId, singleListingDocuments } from './documents.js';
export { MAX_CLAUSES, MAX_DEPTH } from '../opensearch/limits.js';
