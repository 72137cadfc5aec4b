export { RollupStore } from './rollup-store.js';
export { SUMMED_FIELDS } from './summed-fields.js';
