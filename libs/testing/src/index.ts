export * from './database/index.js';
export * from './store/store-state.js';
