export { AlertIndex, type AlertIndexOptions } from './alert-index.js';
export type { AlertIndexStats, ChangeMatches } from './figures.js';
export type { Boundaries } from './compile/boundaries.js';
export { compileAlerts, type CompiledAlerts } from './compile/compiled-alerts.js';
