export { FEED_JOB_STATES, type FeedJobState } from './feed-job.entity.js';
export type { FeedJob, FeedJobReject, FeedJobReport } from './feed-job.js';
export { type FeedFigures, FeedJobStore } from './feed-job-store.js';
export { FeedListingStore, type NamedListingHead } from './feed-listing-store.js';
export {
  type BegunReading,
  FeedReaderStore,
  type JobReading,
  ReadingReplaced,
  type WaitingJob,
} from './feed-reader-store.js';
export { FeedSweepStore } from './feed-sweep-store.js';
export {
  type FeedOwner,
  FeedUploadStore,
  type Reception,
  receptionOf,
  UploadGone,
  type ReceivedFeed,
} from './feed-upload-store.js';
