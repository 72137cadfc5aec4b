/** A time span in milliseconds since 1970, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** While a process was gone: from the moment it was killed until its successor served. */
export type Outage = Span;

/** Whether a span touches one of the outages, or the time right behind it. */
export function touchesOutage(span: Span, outages: readonly Outage[], aftermathMs = 0): boolean {
  return outages.some(({ from, to }) => span.from <= to + aftermathMs && span.to >= from);
}
