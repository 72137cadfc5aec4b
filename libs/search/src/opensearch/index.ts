export * from './names.js';
export { INDEX_SETTINGS, indexBody, MAPPING, MAPPING_VERSION } from './mapping.js';
export * from './document.js';
export * from './client.js';
export { openSearchFailure, troubleOf, troubleOfError, type OpenSearchTrouble } from './failures.js';
export { compileToOpenSearch, type CompiledOpenSearch } from './compile-to-opensearch.js';
export { OpenSearchSearch, type OpenSearchSearchOptions } from './opensearch-search.js';
