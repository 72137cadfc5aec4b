export * from './generation.js';
export { DEMO_SEARCH, loadDemo } from './load-demo.js';
