export { AlertIndex, type AlertIndexOptions, type AlertIndexStats, type ChangeMatches } from './alert-index.js';
export type { Boundaries } from './compile/boundaries.js';
