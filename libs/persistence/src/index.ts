export { Database, type Queryable, Transaction, type Session, type TakenSession } from './database/database.js';
export { type PoolFigures, StatementPool } from './database/statement-pool.js';
export { prepared } from './database/prepared.js';
export { StatementTimes, type Stretches } from './database/statement-times.js';
export { announce, Announcements, type Topic } from './announcements/announcements.js';
export { LOCKS } from './database/advisory-locks.js';
export {
  ReplicaWatch,
  type ReplicaNeed,
  type ReplicaState,
  type ReplicaWatchOptions,
} from './replica/replica-watch.js';
export { type ReadElsewhere } from './replica/replicated-database.js';
export { StaleReads, type ReadingPlace } from './replica/stale-reads.js';
export { migrate, openDatabase, openReplicaPool, openReplicated } from './open-database.js';
export { refuseNewSecrets, refuseNewSecretsOf } from './refuse-new-secrets.js';
export { refuseTwoDatabases } from './refuse-two-databases.js';
export { refuseUnfitSessions } from './refuse-unfit-sessions.js';
export { isTransient, wasCutOff } from './database/is-transient.js';
export { inPortions } from './database/in-portions.js';
export {
  type EndlessPage,
  liesBeyond,
  LONGEST_COUNT,
  type ListPosition,
  type ListRange,
} from './database/endless-list.js';
export { newId } from './database/new-id.js';
export { recentFullDisk } from './database/full-disk.js';
export { markedName, unmarkedName } from './release-mark.js';
export { describeSchema, readSchemaState, SchemaTooNew, type SchemaState } from './schema-state.js';
export { type StageFigures, StageFiguresStore, type StageBacklog } from './stage-figures-store.js';
export { type PendingWork, StatusStore, type StoreStatus } from './status-store.js';
export type { RestoreMark } from './restore-mark.js';
export type { DatabaseOptions } from './data-source.js';
