export * from './alert-index.js';
export type { Boundaries } from './boundaries.js';
export * from './fuzz-alert-index.js';
export * from './workload/index.js';
