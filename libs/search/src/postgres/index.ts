export * from './query-port.js';
