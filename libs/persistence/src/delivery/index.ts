export * from './claim-store.js';
export * from './delivery-figures-store.js';
export * from './delivery-request-store.js';
export * from './delivery-rows.js';
export * from './finish-store.js';
export * from './mail-store.js';
export * from './message-store.js';
