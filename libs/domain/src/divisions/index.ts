export * from './division-names.js';
export * from './named-division.js';
