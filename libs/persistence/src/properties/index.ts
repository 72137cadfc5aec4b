export { type Contradiction, DecisionStore, type GroupingDecision, type LockedListing } from './decision-store.js';
export { type Favorite, FavoriteStore } from './favorite-store.js';
export { type PropertyListings, type PropertyListing, PropertyListingsStore } from './property-listings-store.js';
export type { ListingHistory, ListingHistoryEntry } from './property-history.js';
export { type PropertyPlace, PropertyStore, type Revised } from './property-store.js';
export { PropertyWriteStore } from './property-write-store.js';
export { type BlockRow, type RegroupRun, RegroupStore } from './regroup-store.js';
export { type KeptSearch, MOST_TILE_SEARCHES, TILE_SEARCH_MS, TileSearchStore } from './tile-search-store.js';
