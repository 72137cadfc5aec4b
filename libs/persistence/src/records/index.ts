export { ListingStore } from './listing-store.js';
