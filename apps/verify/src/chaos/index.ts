export * from './main.js';
export * from './matching/run-matching-chaos.js';
