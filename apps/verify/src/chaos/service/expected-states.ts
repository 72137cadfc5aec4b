import type { Database } from '@gable/persistence';

/** A feed line as far as it is compared with what is stored. */
export interface SaidLine {
  readonly source: { readonly domain: string; readonly name?: string };
  readonly externalId: string;
  readonly observedAt: string;
  readonly status: string;
  readonly price?: number;
}

interface StoredState {
  readonly key: string;
  readonly seenAt: Date;
  readonly online: boolean;
  readonly price: number | null;
}

/** What every listing has to be at the end: what its newest line said, and when that was. */
export class ExpectedStates {
  private readonly newest = new Map<string, SaidLine>();

  /** Takes a line that the service has taken: a file was moved in, or a request was answered. */
  note(line: SaidLine): void {
    const key = keyOf(line.source.domain, line.externalId);
    const known = this.newest.get(key);
    if (known === undefined || known.observedAt < line.observedAt) this.newest.set(key, line);
  }

  /** The newest line of each listing of these sources. */
  linesOf(domains: readonly string[]): readonly SaidLine[] {
    return [...this.newest.values()].filter(({ source }) => domains.includes(source.domain));
  }

  /** A line for each listing that is not stored as its newest line says. */
  async differences(database: Database, without: ReadonlySet<string>): Promise<{ lost: string[]; madeUp: string[] }> {
    const stored = new Map((await database.query<StoredState>(SELECT_STATES)).map((state) => [state.key, state]));
    const lost: string[] = [];
    const madeUp: string[] = [];
    for (const [key, line] of this.newest) {
      if (without.has(key)) continue;
      const state = stored.get(key);
      if (state === undefined) lost.push(`${key} is not stored`);
      else if (state.seenAt.toISOString() < line.observedAt)
        lost.push(`${key} was last seen ${state.seenAt.toISOString()}, its newest line is of ${line.observedAt}`);
      else if (state.online !== (line.status === 'ONLINE')) madeUp.push(`${key} is not ${line.status}`);
      else if (state.online && state.price !== (line.price ?? null))
        madeUp.push(`${key} costs ${state.price}, its newest line says ${line.price}`);
    }
    for (const key of stored.keys()) if (!this.newest.has(key)) madeUp.push(`${key} is stored, and nobody sent it`);
    return { lost, madeUp };
  }
}

export const keyOf = (domain: string, externalId: string): string => `${domain} ${externalId}`;

const SELECT_STATES = `
  select source.domain || ' ' || listing.external_id as key, seen.observed_at as "seenAt", listing.online,
    (revision.state ->> 'price')::float8 as price
  from listing join source on source.id = listing.source_id join listing_seen seen on seen.id = listing.id
  join listing_revision revision on revision.listing_id = listing.id and revision.revision_id = listing.revision_id`;
