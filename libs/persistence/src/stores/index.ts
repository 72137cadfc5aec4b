export * from './account-store.js';
export * from './api-key-store.js';
export * from './change-store.js';
export * from './division-store.js';
export * from './property-store.js';
export * from './shape-store.js';
export * from './status-store.js';
