export * from './listing.js';
export * from './parse-feed-line.js';
export { parseDateTime } from './parse-date-time.js';
export * from './content.js';
export * from './diff.js';
