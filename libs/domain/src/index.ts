export * from './values/index.js';
export * from './geo/index.js';
export * from './listing/index.js';
export * from './criteria/index.js';
export * from './property/index.js';
export * from './alert/index.js';
export * from './account/index.js';
