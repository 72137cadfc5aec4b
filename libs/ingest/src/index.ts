export { applyBatch, type Outcomes } from './applying/apply-batch.js';
export { MemberCache } from './applying/member-cache.js';
export { ingestFeed, type IngestOptions, type IngestReport } from './ingest-feed.js';
export { DivisionIndex } from './placing/division-index.js';
export { loadDivisions, type DivisionReport } from './placing/load-divisions.js';
export { FeedUnreadable } from './reading/read-lines.js';
