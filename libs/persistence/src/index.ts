export { Database, type Queryable, Transaction, migrate, openDatabase } from './database.js';
export { isTransient } from './is-transient.js';
export { newId } from './new-id.js';
export { StatusStore, type StoreStatus } from './status-store.js';
