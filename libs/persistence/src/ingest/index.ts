export { copyBaseline } from './copy-baseline.js';
export * from './batch-store.js';
export * from './rows.js';
export { urlHash, writeBatch } from './write-batch.js';
