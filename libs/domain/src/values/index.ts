export * from './vocabulary.js';
export * from './property-type.js';
