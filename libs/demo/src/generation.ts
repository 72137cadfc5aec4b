// Makes the demo and stores nothing: for a thread, which need not read what stores it.
export { DemoMakerHere, type DemoFile, type DemoMaker } from './demo-maker.js';
export { type DemoOptions, generateDemo } from './generate-demo.js';
export { generateDivisions } from './generate-divisions.js';
export { Random } from './random.js';
export { readFrance } from './read-communes.js';
