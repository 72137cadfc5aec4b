export { storeListings, storeProperties } from './store-properties.js';
