import { MAX_FEED_BYTES } from './read-lines.js';

/** What one feed may ask for. */
export interface FeedLimits {
  /** Bytes that are read of it, unpacked. */
  readonly maxBytes: number;
  /** Sources that it may make. */
  readonly maxNewSources: number;
  /** Sources that the store may have for a new one to be made. */
  readonly maxSources: number;
  /** Share of a source's online listings that a snapshot may take offline, 0 to 1. */
  readonly maxSnapshotDrop: number;
}

/** Where no setting says otherwise. */
export const FEED_LIMITS: FeedLimits = {
  maxBytes: MAX_FEED_BYTES,
  maxNewSources: 1_000,
  maxSources: 20_000,
  maxSnapshotDrop: 0.3,
};
