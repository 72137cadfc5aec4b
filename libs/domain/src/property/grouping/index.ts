export * from './grouping-item.js';
export * from './block-keys.js';
export * from './compare-listings.js';
export * from './choose-group.js';
