import { plainText } from '@gable/domain';
import type { Database } from '../database/database.js';
import { SourceEntity } from './source.entity.js';
import {
  ADD_REJECTS,
  COUNT_SOURCES,
  FORGET_REJECTS,
  SELECT_HEALTH,
  SELECT_KNOWN_DOMAINS,
  SELECT_NAMED_SOURCES,
  SELECT_SOURCE_DOMAINS,
  SELECT_SOURCES,
} from './statements/sources.js';

/** Where adverts come from: a portal, an agency's feed. */
export interface Source {
  id: string;
  name: string;
  domain: string;
}

/** How a source is doing. These figures are kept as feeds are read: asking for them counts no listing. */
export interface SourceHealth {
  listingsOnline: number;
  /** Lines refused within the last day, by the hour. */
  rejectsOfLastDay: number;
}

/** A source with its figures. */
export interface KnownSource extends Source, SourceHealth {
  /** `observedAt` of its newest state or snapshot; null before the first. */
  lastStateSeenAt: Date | null;
}

/** A source as its metrics show it. */
export interface MeasuredSource extends SourceHealth {
  domain: string;
  /** Since its newest state or snapshot, by the database's clock; null before the first. */
  ageSeconds: number | null;
}

/** Sources of adverts. They belong to nobody and are the same for every account. */
export class SourceStore {
  constructor(private readonly database: Database) {}

  /** Which of these domains are sources already. */
  async known(domains: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ domain: string }>(SELECT_KNOWN_DOMAINS, [domains]);
    return rows.map(({ domain }) => domain);
  }

  /** Ids of sources by what criteria call them: domains and ids, in lower case. Also of those that were erased. */
  async named(names: readonly string[]): Promise<Map<string, string>> {
    if (names.length === 0) return new Map();
    const rows = await this.database.query<Pick<Source, 'id' | 'domain'>>(SELECT_NAMED_SOURCES, [names]);
    return new Map(rows.flatMap(({ id, domain }) => [[domain, id] as const, [id, id] as const]));
  }

  /** Domains of sources by their ids, also of those that were erased. */
  async domains(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<Pick<Source, 'id' | 'domain'>>(SELECT_SOURCE_DOMAINS, [ids]);
    return new Map(rows.map(({ id, domain }) => [id, domain]));
  }

  /** How many there are. */
  async count(): Promise<number> {
    const [row] = await this.database.query<{ total: number }>(COUNT_SOURCES, [null]);
    return row!.total;
  }

  /** The id of a domain's source; null where there is none. */
  async idOf(domain: string): Promise<string | null> {
    const source = await this.database.manager.findOne(SourceEntity, { select: { id: true }, where: { domain } });
    return source?.id ?? null;
  }

  /**
   * Sources whose name holds the given text, whatever its case and accents; by name. Nothing but the page leaves the
   * database, however many sources a feed has named.
   */
  async list(
    name: string | undefined,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ items: KnownSource[]; total: number }> {
    const part = name === undefined ? null : plainText(name);
    const [counted] = await this.database.query<{ total: number }>(COUNT_SOURCES, [part]);
    const items = await this.database.query<KnownSource>(SELECT_SOURCES, [part, offset, limit]);
    return { items, total: counted!.total };
  }

  /** The sources with most listings online, `limit` at most. */
  async measure(limit: number): Promise<MeasuredSource[]> {
    return this.database.query<MeasuredSource>(SELECT_HEALTH, [limit]);
  }

  /** Counts refused lines of sources by their domains; those of unknown ones are left out. */
  async countRejects(byDomain: ReadonlyMap<string, number>): Promise<void> {
    if (byDomain.size > 0) await this.database.query(ADD_REJECTS, [[...byDomain.keys()], [...byDomain.values()]]);
  }

  /** Forgets up to `limit` counts of refused lines that are too old to be asked for; answers how many. */
  async forgetRejects(limit: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(FORGET_REJECTS, [limit]);
    return row!.count;
  }
}
