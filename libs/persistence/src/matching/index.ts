export * from './alert-reader.js';
export * from './change-reader.js';
export {
  DeadLetterStore,
  countDeadLetters,
  forgetDeadAlerts,
  writeDeadAlert,
  type DeadLetter,
} from './dead-letter-store.js';
export { otherListingIds, readEventMemory, type MemoryQuestion, type StoredMemory } from './event-memory.js';
export * from './shard-store.js';
export * from './sign-of-life.js';
export * from './suspicion.js';
export * from './sweep-store.js';
export * from './walk-errors.js';
export * from './walk-rows.js';
export * from './walk-writer.js';
