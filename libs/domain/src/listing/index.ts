export * from './listing.js';
export * from './parse-feed-line.js';
export { parseDateTime } from './parse-date-time.js';
