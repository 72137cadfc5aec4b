export { findBrokenGroups } from './find-broken-groups.js';
export { GroupedStore } from './grouped-store.js';
