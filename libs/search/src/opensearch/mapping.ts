import { FLAG_FIELDS, LIST_FIELDS, RANGE_FIELDS } from '@gable/domain/criteria';
import { TEXT_FIELDS } from '@gable/domain/words';

/**
 * Rises with every change of the mapping, of what `toSearchDocument` writes or of the order of loading: an index of
 * another version has to be rebuilt. Stands in `_meta.version`.
 */
export const MAPPING_VERSION = 5;

/** Depth that pages may reach; beyond the cap of page mode, so that a page never ends in an error of the engine. */
const MAX_RESULT_WINDOW = 20_000;

/**
 * A nested field that no document has, named by the version. A query that names it is refused by an index of another
 * version, which would not know fields that this one asks for, and would find nothing or everything by them.
 */
const VERSION_FIELD = `mapping${MAPPING_VERSION}`;
/** Met by every document of an index of this version. */
export const OF_THIS_VERSION = {
  bool: { must_not: [{ nested: { path: VERSION_FIELD, query: { match_all: {} } } }] },
} as const;

const KEYWORD = { type: 'keyword' } as const; // without ignore_above, which would drop long values silently
/** All numbers are doubles: what PostgreSQL and the matcher compare. Coercion would make numbers of "1e3" and "". */
const NUMBER = { type: 'double', coerce: false } as const;
/**
 * Words that were folded before: blanks alone part them. Nothing is scored, so that no lengths are kept. Pairs of words
 * are indexed as well: a phrase of frequent words would go through all places where each of them stands.
 */
const WORDS = { type: 'text', analyzer: 'whitespace', norms: false, index_phrases: true } as const;
/** Epoch milliseconds, or another whole number. A `date` would round bounds to the unit they are written in. */
const WHOLE = { type: 'long', coerce: false } as const;

/**
 * Strict: a field that is not listed is refused, not guessed. `listings` holds the online listings, nested, so that all
 * conditions of a tree meet in one of them. `removedAt` marks a tombstone: a property that is gone, kept for a while
 * without listings so that a late write of an older revision is refused.
 */
export const MAPPING = {
  _meta: { version: MAPPING_VERSION },
  dynamic: 'strict',
  properties: {
    id: KEYWORD, // uuid; breaks ties and cuts ranges for the auditor
    revision: WHOLE,
    createdAt: WHOLE,
    updatedAt: WHOLE,
    minPrice: NUMBER,
    maxArea: NUMBER,
    minPricePerArea: NUMBER,
    lat: NUMBER,
    lng: NUMBER,
    mapKey: WHOLE,
    removedAt: WHOLE,
    [VERSION_FIELD]: { type: 'nested' },
    listings: {
      type: 'nested',
      dynamic: 'strict',
      properties: {
        transactionType: KEYWORD,
        propertyType: KEYWORD,
        cityId: KEYWORD, // of what is counted by city
        divisionIds: KEYWORD, // asked for by sets of ids, never by ranges
        point: { type: 'geo_point' },
        lat: NUMBER, // as stated, for boxes, whose edges belong to them
        lng: NUMBER,
        ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, WORDS])),
        ...Object.fromEntries(RANGE_FIELDS.map((field) => [field, NUMBER])),
        ...Object.fromEntries(FLAG_FIELDS.map((field) => [field, { type: 'boolean' }])),
        ...Object.fromEntries(LIST_FIELDS.map((field) => [field, KEYWORD])),
      },
    },
  },
} as const;

/**
 * Settings of a new index. Its own copy count and refresh are for whoever makes it: `indexBody({ number_of_replicas: 1
 * })`.
 */
export const INDEX_SETTINGS = {
  number_of_shards: 1,
  number_of_replicas: 0,
  // Named, because a shard that nobody searches for 30 s stops refreshing where it is left to the default.
  refresh_interval: '1s',
  max_result_window: MAX_RESULT_WINDOW,
  'mapping.coerce': false,
  gc_deletes: '1h',
} as const;

/** The body that makes an index: `PUT /{index}`. */
export function indexBody(settings: Readonly<Record<string, unknown>> = {}): {
  settings: { index: Record<string, unknown> };
  mappings: typeof MAPPING;
} {
  return { settings: { index: { ...INDEX_SETTINGS, ...settings } }, mappings: MAPPING };
}
