export * from './decision-store.js';
export * from './home-store.js';
export * from './regroup-store.js';
