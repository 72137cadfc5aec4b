export { checkCursorQuery, checkPageQuery } from './check-query.js';
export { type CursorOwner, type CursorState, openCursor, sealCursor } from './cursor/cursor.js';
export { hashFilters } from './cursor/hash-filters.js';
export {
  type Band,
  type BandCount,
  type BandField,
  type CountedField,
  type Facet,
  type FacetAnswers,
  type FacetCounts,
  type FacetQuestions,
  type ShareEnds,
  type ShareQuestions,
  FACETS,
  FEATURE_FACETS,
  type FeatureFacet,
  isOwnCondition,
  type ValueCount,
} from './property-facets.js';
export { type FallbackOptions, FallbackSearch, type ProbedSearch } from './fallback/fallback-search.js';
export { DRIFT_KINDS, type DriftKind } from './indexing/compare-revisions.js';
export { type WriteOutcome, writeDocuments } from './indexing/document-writer.js';
export { IndexAdmin, writeAliasOf } from './indexing/index-admin.js';
export { type Difference, IndexComparison } from './indexing/index-comparison.js';
export type { Digest, IndexedState, PropertyDocuments, Revision, Standing } from './indexing/property-documents.js';
export { purgeTombstones } from './indexing/purge-tombstones.js';
export {
  type IndexRecord,
  type IndexRegister,
  Rebuild,
  type RebuildProgress,
  type RebuildSizes,
  type RefusalBook,
} from './indexing/rebuild.js';
export {
  FEW_PROPERTIES,
  keysWithin,
  type MapCell,
  mapCells,
  middleOf,
  type MapQuery,
  type MapResult,
  type PropertyMap,
  type RawCell,
} from './property-map.js';
export { type ClientOptions, type OpenSearchClient, openSearchClient } from './opensearch/client.js';
export { type CompiledOpenSearch, compileToOpenSearch } from './opensearch/compile-to-opensearch.js';
export {
  type SearchDocument,
  type SearchDocumentListing,
  type SearchableListing,
  type SearchableProperty,
  toSearchDocument,
  tombstone,
} from './opensearch/document.js';
export { explainFailure, type OpenSearchFailure } from './opensearch/failures.js';
export { MAPPING_VERSION, indexBody } from './opensearch/mapping.js';
export { ALIAS, type IndexNames, indexNames } from './opensearch/names.js';
export { OpenSearchSearch, type OpenSearchSearchOptions } from './opensearch/opensearch-search.js';
export {
  COUNT_BUDGET_MS,
  DEFAULT_SORT,
  type DistanceSort,
  distanceKey,
  type KeySort,
  type PageQuery,
  type PageResult,
  type PropertySearch,
  SORT_FIELDS,
  type SearchPosition,
  SearchUnavailable,
  SlowSearch,
  type Sort,
  type SortDirection,
  type SortField,
  TOTAL_CAP,
  type CheapLooks,
  type CursorQuery,
  type CursorResult,
  BeyondEngine,
} from './property-search.js';
export type { SearchBackend, Total } from './total.js';
export type { Query } from './opensearch/query-parts.js';
export type { CentredPoint } from './opensearch/centred-point.js';
