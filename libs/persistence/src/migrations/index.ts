import { Foundation1763700000001 } from './0001-foundation.js';
import { Alerts1763800000002 } from './0002-alerts.js';

/** In the order they apply. A migration that has landed is never edited; the next change is the next file. */
export const migrations = [Foundation1763700000001, Alerts1763800000002];
