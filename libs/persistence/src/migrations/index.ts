import { Foundation1763700000001 } from './0001-foundation.js';

/** In the order they apply. A migration that has landed is never edited; the next change is the next file. */
export const migrations = [Foundation1763700000001];
