/** A pg_snapshot: which transactions were committed when it was taken. */
export interface Snapshot {
  /** Every transaction below was over. */
  readonly xmin: number;
  /** No transaction from here on had begun. */
  readonly xmax: number;
  /** Those between the two that were under way. */
  readonly underWay: ReadonlySet<number>;
}

/** The `xmax` of PostgreSQL's text alone, which mostly is all that matters. */
export function xmaxOf(text: string): number {
  const from = text.indexOf(':') + 1;
  return Number(text.slice(from, text.indexOf(':', from)));
}

/** Reads PostgreSQL's text, `xmin:xmax:xid,xid…`. */
export function parseSnapshot(text: string): Snapshot {
  const [xmin, xmax, underWay] = text.split(':');
  return { xmin: Number(xmin), xmax: Number(xmax), underWay: new Set(underWay ? underWay.split(',').map(Number) : []) };
}

/**
 * Whether a transaction that is known to have committed had done so when the snapshot was taken:
 * pg_visible_in_snapshot.
 */
export function isVisible(xid: number, { xmin, xmax, underWay }: Snapshot): boolean {
  return xid < xmin || (xid < xmax && !underWay.has(xid));
}
