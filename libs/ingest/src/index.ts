export { ingestFeed, type IngestOptions } from './ingest-feed.js';
export { countUnknownField, emptyReport, type IngestReport } from './ingest-report.js';
export { DivisionIndex } from './placing/division-index.js';
export { KeptDivisions } from './placing/kept-divisions.js';
export { loadDivisions, type DivisionReport } from './placing/load-divisions.js';
export { FeedUnreadable } from './reading/read-lines.js';
