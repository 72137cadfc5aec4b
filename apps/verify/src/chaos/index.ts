export * from './main.js';
export * from './run-chaos.js';
