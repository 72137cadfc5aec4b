export * from './main.js';
export * from './run-fuzz.js';
