export { DemoMakerHere, type DemoFile, type DemoMaker } from './demo-maker.js';
export { type DemoOptions, generateDemo } from './generate-demo.js';
export { generateDivisions } from './generate-divisions.js';
export { DEMO_SEARCH, loadDemo } from './load-demo.js';
export { Random } from './random.js';
export { readFrance } from './read-communes.js';
