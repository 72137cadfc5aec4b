export { Database, type Queryable, Transaction } from './database/database.js';
export { migrate, openDatabase } from './open-database.js';
export { isTransient } from './database/is-transient.js';
export { newId } from './database/new-id.js';
export { StatusStore, type StoreStatus } from './status-store.js';
