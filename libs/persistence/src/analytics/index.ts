export { RollupStore } from './rollup-store.js';
