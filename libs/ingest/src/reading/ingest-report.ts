/** Accounting of one feed: read = accepted + rejected; accepted = changed + unchanged + stale. */
export interface IngestReport {
  read: number;
  accepted: number;
  changed: number;
  unchanged: number;
  stale: number;
  rejected: number;
  /** Path of the reject file, null if nothing was rejected. */
  rejects: string | null;
  /** How often each member unknown to the feed format was seen, by dotted name. */
  unknownFields: Record<string, number>;
}

/** Field names that a summary holds; a feed with more of them names them by accident, not by design. */
const MAX_UNKNOWN_FIELDS = 1_000;
const OTHER_FIELDS = '(other names)';

/** A report of nothing. Counts have no prototype: a feed may well have a field named "constructor". */
export function emptyReport(): IngestReport {
  return {
    read: 0,
    accepted: 0,
    changed: 0,
    unchanged: 0,
    stale: 0,
    rejected: 0,
    rejects: null,
    unknownFields: Object.create(null) as Record<string, number>,
  };
}

/** Counts an unknown field; beyond the first thousand names all others are counted together. */
export function countUnknownField({ unknownFields }: IngestReport, name: string, times = 1): void {
  const counted = name in unknownFields || Object.keys(unknownFields).length < MAX_UNKNOWN_FIELDS ? name : OTHER_FIELDS;
  unknownFields[counted] = (unknownFields[counted] ?? 0) + times;
}
