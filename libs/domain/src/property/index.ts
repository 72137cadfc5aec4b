export * from './property-view.js';
export * from './listing-view.js';
export * from './property-summary.js';
export * from './merged-record.js';
export * from './grouping/index.js';
export * from './decisions/index.js';
