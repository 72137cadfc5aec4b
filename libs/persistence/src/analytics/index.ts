export * from './rollup-store.js';
