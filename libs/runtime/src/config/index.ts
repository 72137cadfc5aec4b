export * from './config.js';
export { parseDurationMs } from './durations.js';
