export * from './geometry.js';
