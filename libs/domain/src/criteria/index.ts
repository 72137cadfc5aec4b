export * from './criteria.js';
export * from './violation.js';
export * from './limits.js';
