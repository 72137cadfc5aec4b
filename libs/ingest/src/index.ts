export { ingestFeed, type IngestOptions, type IngestReport } from './ingest-feed.js';
export { DivisionIndex } from './placing/division-index.js';
export { loadDivisions, type DivisionReport } from './placing/load-divisions.js';
export { FeedUnreadable } from './reading/read-lines.js';
