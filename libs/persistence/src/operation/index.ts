export {
  type AccountAuditEntry,
  type AuditedDeed,
  type AuditEntry,
  type OperatorAuditEntry,
  AuditStore,
  noteDeed,
} from './audit-store.js';
export { ResealStore } from './reseal-store.js';
export { SecretKeyStore, type StoredSecretKey } from './secret-key-store.js';
export {
  type AdvisoryLock,
  type BlockedSession,
  type ServerSessions,
  ServerStore,
  type TableSize,
  type TableWrites,
} from './server-store.js';
export { unattendedStages, type WorkerProcess, WorkerProcessStore } from './worker-process-store.js';
