export * from './postgres/index.js';
export * from './process/index.js';
export * from './secrets/index.js';
