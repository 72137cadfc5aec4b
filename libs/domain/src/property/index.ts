export * from './property-view.js';
