import { refuseAhead } from '@gable/domain/listing';
import type { Violation } from '@gable/domain';
import type { Database, Queryable } from '@gable/persistence';
import { keptOut, type ListingName } from '@gable/persistence/erasure';
import type { AcceptedLine } from '../applying/isolate-poison.js';
import type { FeedLimits } from '../reading/feed-limits.js';
import type { Reject } from '../reading/reject.js';
import { refuseForeign } from '../reading/refuse-foreign.js';
import { SourceBudget } from './source-budget.js';

/** Lines that may go on, and those that may not. */
export interface GatedLines {
  readonly admitted: readonly AcceptedLine[];
  readonly refused: readonly Reject[];
}

/**
 * Refuses what only the store can judge: lines ahead of its clock, and new sources beyond what a feed may make. And
 * lines of another source, where the feed may only name one.
 */
export class LineGate {
  private readonly sources: SourceBudget;

  constructor(
    private readonly database: Database,
    limits: FeedLimits,
    private readonly onlySource?: string,
  ) {
    this.sources = new SourceBudget(database, limits);
  }

  /** Asked once a batch, before its transaction. */
  async admit(lines: readonly AcceptedLine[]): Promise<GatedLines> {
    if (lines.length === 0) return { admitted: [], refused: [] };
    const clock = await this.database.now();
    const refused: Reject[] = [];
    const own = lines.filter((line) => {
      return passes(line, refuseForeign('source.domain', domainOf(line), this.onlySource), refused);
    });
    const timely = own.filter((line) => passes(line, refuseAhead(line.state.state.observedAt, clock), refused));
    const beyond = await this.sources.refuse(new Set(timely.filter(mayMakeSource).map(domainOf)));
    const admitted = timely.filter((line) =>
      passes(line, mayMakeSource(line) ? beyond.get(domainOf(line)) : undefined, refused),
    );
    return { admitted, refused };
  }
}

/**
 * Refuses listings that were erased for good. Asked behind the ingest lock, which an erasure holds too: one that ended
 * while the batch waited for it is seen.
 */
export async function refuseErased(transaction: Queryable, lines: readonly AcceptedLine[]): Promise<GatedLines> {
  const refused: Reject[] = [];
  const erased = new Set((await keptOut(transaction, lines.map(nameOf))).map(keyOf));
  const admitted = lines.filter((line) => passes(line, erased.has(keyOf(nameOf(line))) ? ERASED : undefined, refused));
  return { admitted, refused };
}

const domainOf = ({ state: { state } }: AcceptedLine): string => state.source.domain;
/** Of what is not known an OFFLINE line stores nothing. */
const mayMakeSource = ({ state: { isOffline } }: AcceptedLine): boolean => !isOffline;

const ERASED: Violation = {
  propertyPath: 'externalId',
  message: 'was erased, and is to stay away until gable listings readmit',
};

const nameOf = ({ state: { state } }: AcceptedLine): ListingName => ({
  domain: state.source.domain,
  externalId: state.externalId,
});
const keyOf = ({ domain, externalId }: ListingName): string => `${domain}\n${externalId}`;

function passes({ number, text }: AcceptedLine, violation: Violation | undefined, refused: Reject[]): boolean {
  if (violation === undefined) return true;
  const { propertyPath: path, message } = violation;
  refused.push({ line: number, reasons: [{ path, message }], text });
  return false;
}
