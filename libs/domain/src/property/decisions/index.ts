export * from './explain-pair.js';
export * from './listing-ties.js';
export * from './merges-allowed.js';
export * from './settle-group.js';
export { PairScores, type Between } from './weigh-between.js';
