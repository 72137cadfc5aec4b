export * from './alerts/index.js';
export * from './analytics/index.js';
export * from './database/index.js';
export * from './deliveries/index.js';
export { runFuzz, type FuzzOutcome } from './fuzz/run-fuzz.js';
export * from './grouping/index.js';
export * from './opensearch/index.js';
export * from './store/store-state.js';
// Specs of apps that may not ingest themselves fill their store through the ordinary door.
export { ingestFeed, loadDivisions, type IngestReport } from '@gable/ingest';
