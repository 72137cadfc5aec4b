export { eraseRows, ErasureStore, keptOut, type ListingName } from './erasure-store.js';
export { type ErasedEvents, EventErasureStore } from './event-erasure-store.js';
