import { Foundation1763700000001 } from './0001-foundation.js';
import { Alerts1763800000002 } from './0002-alerts.js';
import { Delivery1763900000003 } from './0003-delivery.js';
import { Favorites1763900000004 } from './0004-favorites.js';
import { DivisionEdition1763900000005 } from './0005-division-edition.js';

/** In the order they apply. A migration that has landed is never edited; the next change is the next file. */
export const migrations = [Foundation1763700000001, Alerts1763800000002, Delivery1763900000003, Favorites1763900000004, DivisionEdition1763900000005];
