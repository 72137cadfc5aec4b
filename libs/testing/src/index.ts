export * from './database/index.js';
