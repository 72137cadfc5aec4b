export { CLASSIC_KEYS, type ClassicFilter } from './known-names.js';
export { isDeeperThan } from './measure-tree.js';
export type { Places } from './parsing-context.js';
export { referencedShapeIds } from './referenced-shape-ids.js';
export { nearestName } from './suggest.js';
