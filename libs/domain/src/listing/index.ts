export * from './listing.js';
