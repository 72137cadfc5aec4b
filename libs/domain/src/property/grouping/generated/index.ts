export * from './generate-known-homes.js';
