export { AccountErasureStore } from './account-erasure-store.js';
export { eraseRows, ErasureStore, keptOut, type ListingName } from './erasure-store.js';
export { type ErasedEvents, EventErasureStore } from './event-erasure-store.js';
export type { AccountBelonging } from './account-belongings.js';
