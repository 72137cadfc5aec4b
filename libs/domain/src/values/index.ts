export * from './vocabulary.js';
export * from './property-type.js';
export * from './read-url.js';
export * from './group-by.js';
export * from './plain-text.js';
