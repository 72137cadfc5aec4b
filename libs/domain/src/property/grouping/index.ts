export * from './grouping-item.js';
export * from './block-keys.js';
export { textShingles, type Shingles } from './text-shingles.js';
export * from './compare-listings.js';
export * from './choose-group.js';
export * from './group-in-order.js';
export * from './measure-pairs.js';
