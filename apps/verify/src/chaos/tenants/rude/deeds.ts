import type { Deed } from './deed.js';
import { ANALYTICS_DEEDS } from './analytics-deeds.js';
import { CRITERIA_DEEDS } from './criteria-deeds.js';
import { FEED_DEEDS } from './feed-deeds.js';
import { LIST_DEEDS } from './list-deeds.js';
import { PUBLIC_DEEDS } from './public-deeds.js';
import { RECEIVER_DEEDS } from './receiver-deeds.js';
import { WRITE_DEEDS } from './write-deeds.js';

/** Everything that the rude accounts do at once. A new way to be rude is an entry in the list of its kind. */
export const DEEDS: Readonly<Record<string, Deed>> = {
  ...CRITERIA_DEEDS,
  ...RECEIVER_DEEDS,
  ...WRITE_DEEDS,
  ...PUBLIC_DEEDS,
  ...ANALYTICS_DEEDS,
  ...FEED_DEEDS,
  ...LIST_DEEDS,
};
