export { FallbackSearch, type FallbackOptions, type ProbedSearch } from './fallback-search.js';
