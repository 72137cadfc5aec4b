export { Database, type PoolFigures, type Queryable, Transaction } from './database/database.js';
export { prepared } from './database/prepared.js';
export { StatementTimes } from './database/statement-times.js';
export { LOCKS } from './database/advisory-locks.js';
export { migrate, openDatabase } from './open-database.js';
export { isTransient } from './database/is-transient.js';
export { inPortions } from './database/in-portions.js';
export {
  type EndlessPage,
  liesBeyond,
  LONGEST_COUNT,
  type ListPosition,
  type ListRange,
} from './database/endless-list.js';
export { newId } from './database/new-id.js';
export { describeSchema, readSchemaState, SchemaTooNew, type SchemaState } from './schema-state.js';
export { type StageFigures, StageFiguresStore, type StageBacklog } from './stage-figures-store.js';
export { type PendingWork, StatusStore, type StoreStatus } from './status-store.js';
