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
  /** Of a snapshot: listings that it did not name and that are offline because of it. */
  offline?: number;
  /**
   * Set where a newer snapshot of the source was read before, by its instant: then this one takes nobody offline.
   */
  newerSnapshot?: string;
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

/** Counts unknown fields by name; beyond the first thousand names all others are counted together. */
export class UnknownFields {
  private readonly names: Set<string>;

  constructor(private readonly counts: IngestReport['unknownFields']) {
    this.names = new Set(Object.keys(counts));
  }

  count(name: string, times = 1): void {
    const isNew = !this.names.has(name);
    if (isNew && this.names.size < MAX_UNKNOWN_FIELDS) this.names.add(name);
    const counted = this.names.has(name) ? name : OTHER_FIELDS;
    this.counts[counted] = (this.counts[counted] ?? 0) + times;
  }
}
