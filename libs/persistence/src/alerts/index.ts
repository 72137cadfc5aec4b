export { AlertEventLog, type EventLogPage, type EventLogRange } from './alert-event-log.js';
export {
  AlertEventStore,
  type EventEvidence,
  type EventSelection,
  type RevisionState,
  type EventPeriod,
} from './alert-event-store.js';
export type { StoredAlertEvent } from './stored-event.js';
export { AlertStore } from './alert-store.js';
export { AlertReader, type AlertVersion } from './matching/alert-reader.js';
export type { LoadedAlert } from './matching/loaded-alert.js';
export { type ChangeBatch, type ChangeRange, ChangeReader } from './matching/change-reader.js';
export {
  type DeadLetter,
  DeadLetterStore,
  countDeadLetters,
  forgetDeadAlerts,
  writeDeadAlert,
} from './matching/dead-letter-store.js';
export { type EventCause, readEventCauses } from './event-causes.js';
export { type StoredMemory, otherListingIds, readEventMemory, type MemoryQuestion } from './matching/event-memory.js';
export { ShardStore } from './matching/shard-store.js';
export { type SignOfLife, giveSignOfLife } from './matching/sign-of-life.js';
export { type SuspectRange, nextRange } from './matching/suspects.js';
export { SweepStore } from './matching/sweep-store.js';
export { ShardsMovedOn } from './matching/consumer-errors.js';
export type {
  ChangeStates,
  DeadChange,
  DecidedEvent,
  OwnedShard,
  StoredState,
  ConsumedChange,
} from './matching/consumer-rows.js';
export {
  type DecideAgain,
  type Decisions,
  StepWriter,
  type ConsumerStep,
  type WrittenStep,
} from './matching/step-writer.js';
export { FIRST_PREVIEW_PARAMETER, type ListingCondition } from './listing-condition.js';
export { HASHES, PreviewStore } from './preview-store.js';
export { DESTINATION_STATES, type DestinationStatus, type StoredAlert } from './stored-alert.js';
