export { generateDemo } from './generate-demo.js';
export type { Demo, DemoOptions } from './generate-demo.js';
export type { FeedLine } from './generate-adverts.js';
export { DEMO_SEARCH, loadDemo } from './load-demo.js';
export type { DemoProgress, LoadDemoOptions, LoadedDemo } from './load-demo.js';
export { readFrance } from './read-communes.js';
