import { tombstone } from '../opensearch/document.js';
import { MAPPING_VERSION } from '../opensearch/mapping.js';
import { writeDocuments } from './document-writer.js';
import { writeAliasOf, type IndexAdmin } from './index-admin.js';
import { IndexComparison } from './index-comparison.js';
import type { IndexedState, PropertyDocuments } from './property-documents.js';

/** An index as the store's register has it. */
export interface IndexRecord {
  readonly name: string;
  readonly state: 'CREATING' | 'BUILDING' | 'LIVE' | 'RETIRED';
  readonly mappingVersion: number;
  /** All properties from this id on are loaded; null = none yet. */
  readonly loadedTo: string | null;
  readonly loaded: number;
  readonly isLoaded: boolean;
}

/** The register that a rebuild keeps its progress in, so that it can be killed anywhere. */
export interface IndexRegister {
  live(): Promise<IndexRecord | null>;
  inTheMaking(): Promise<IndexRecord | null>;
  find(name: string): Promise<IndexRecord | null>;
  begin(name: string, mappingVersion: number): Promise<IndexRecord | null>;
  created(name: string): Promise<void>;
  advance(name: string, loadedTo: string | null, loaded: number): Promise<void>;
  makeLive(name: string): Promise<boolean>;
  retire(name: string, because: string): Promise<void>;
}

/** Where documents go that the engine refuses. */
export interface RefusalBook {
  refuse(refused: readonly { propertyId: string; revision: number; reason: string }[]): Promise<void>;
}

/** How far the making of an index is. */
export interface RebuildProgress {
  readonly phase: 'loading' | 'comparing' | 'done';
  /** Documents loaded since it began. */
  readonly loaded: number;
}

/** The index that was being made is gone, or was retired. */
export class RebuildFailed extends Error {
  readonly code = 'REBUILD_FAILED';
}

/** How much is done at once. */
export interface RebuildSizes {
  readonly propertiesPerRequest: number;
  readonly requestsPerStep: number;
  readonly propertiesPerComparison: number;
}

const SIZES: RebuildSizes = { propertiesPerRequest: 2_000, requestsPerStep: 5, propertiesPerComparison: 5_000 };
/** Times that a request, or a stretch, is tried before the step fails; the next step tries again. */
const TRIES = 8;

/**
 * Makes a new index beside the one that is searched: loads it from PostgreSQL while the indexers write it along, newest
 * properties first, because most searches ask for them first; compares it stretch by stretch; lets searches find it in
 * one step. Whoever steps next, in whichever process, goes on where the last one ended.
 */
export class Rebuild {
  private comparedTo: string | null = null;
  private name: string | undefined;

  constructor(
    private readonly admin: IndexAdmin,
    private readonly register: IndexRegister,
    private readonly documents: PropertyDocuments,
    private readonly refusals: RefusalBook,
    private readonly pause: (ms: number) => Promise<void>,
    private readonly sizes = SIZES,
  ) {}

  /**
   * Does a bounded piece. `now` in epoch milliseconds. Steps of several processes must not overlap: once `lost` aborts,
   * another one may take them, and this one stops at the next request. @throws RebuildFailed, and what the engine
   * throws; then it may be called again.
   */
  async step(now: number, lost?: AbortSignal): Promise<RebuildProgress> {
    const record = await this.record(now);
    if (record.state === 'LIVE') return { phase: 'done', loaded: record.loaded };
    if (record.state === 'CREATING') {
      await this.admin.create(record.name);
      await this.register.created(record.name);
      return { phase: 'loading', loaded: 0 };
    }
    if (!record.isLoaded) return this.load(record, lost);
    return this.compare(record, now, lost);
  }

  private async record(now: number): Promise<IndexRecord> {
    const known = this.name === undefined ? null : await this.register.find(this.name);
    if (known?.state === 'RETIRED')
      throw this.failed(known.name, 'was retired; does a worker run that searches with PostgreSQL?');
    const record =
      known ??
      (await this.register.inTheMaking()) ??
      (await this.register.begin(this.admin.names.indexMadeAt(now), MAPPING_VERSION));
    if (record === null) throw this.failed('a new index', 'cannot be begun; another is in the making.');
    if (record.mappingVersion > MAPPING_VERSION)
      throw this.failed(record.name, 'was begun by a newer release of Gable, which also makes it.');
    if (record.mappingVersion < MAPPING_VERSION) {
      await this.register.retire(record.name, 'begun by another version');
      throw this.failed(record.name, 'was begun by another version of Gable; begin anew.');
    }
    this.name = record.name;
    return record;
  }

  /** One portion is read while the one before is written. */
  private async load({ name, loadedTo, loaded }: IndexRecord, lost?: AbortSignal): Promise<RebuildProgress> {
    const { propertiesPerRequest, requestsPerStep } = this.sizes;
    let [position, total] = [loadedTo, loaded];
    let next = this.documents.before(position, propertiesPerRequest);
    for (let request = 0; request < requestsPerStep; request += 1) {
      const states = await next;
      lost?.throwIfAborted(); // how far the load is would be put back to here, and what is loaded counted twice
      const isLast = states.length < propertiesPerRequest;
      position = states.at(-1)?.id ?? position;
      if (!isLast && request + 1 < requestsPerStep) {
        next = this.documents.before(position, propertiesPerRequest);
        next.catch(() => {}); // seen by the next round's await
      }
      await this.write(name, states, 0);
      await this.register.advance(name, isLast ? null : position, states.length);
      total += states.length;
      if (isLast) {
        await this.admin.settle(name);
        break;
      }
    }
    return { phase: 'loading', loaded: total };
  }

  private async compare({ name, loaded }: IndexRecord, now: number, lost?: AbortSignal): Promise<RebuildProgress> {
    if (this.comparedTo === null) await this.admin.settle(name); // repeated after a kill between load and settling
    const comparison = new IndexComparison(this.admin.client, name, this.documents);
    const end = await this.documents.endOfStretch(this.comparedTo, this.sizes.propertiesPerComparison);
    for (let tries = 1; ; tries += 1) {
      const differences = await comparison.differences(this.comparedTo, end);
      if (differences.length === 0) break;
      if (tries === TRIES)
        throw new Error(
          `The new index ${name} still differs in ${differences.length} documents, ` +
            `such as ${differences[0]!.id} (${differences[0]!.kind}).`,
        );
      const states = new Map(
        (await this.documents.read(differences.map(({ id }) => id))).map((state) => [state.id, state]),
      );
      await this.write(
        name,
        differences.map(({ id, revision }) => states.get(id) ?? { id, revision, document: null }),
        now,
      );
    }
    this.comparedTo = end;
    if (end !== null) return { phase: 'comparing', loaded };
    lost?.throwIfAborted();
    await this.admin.swap(name);
    if (!(await this.register.makeLive(name)))
      throw this.failed(name, 'was retired; does a worker run that searches with PostgreSQL?');
    return { phase: 'done', loaded };
  }

  private async write(name: string, states: readonly IndexedState[], removedAt: number): Promise<void> {
    let left = states;
    for (let tries = 1; left.length > 0; tries += 1) {
      const documents = left.map(({ id, revision, document }) => document ?? tombstone(id, revision, removedAt));
      const outcomes = await writeDocuments(this.admin.client, writeAliasOf(name), documents);
      const refused = left.flatMap(({ id, revision }, i) => {
        const outcome = outcomes[i]!;
        return outcome.kind === 'REFUSED' ? [{ propertyId: id, revision, reason: outcome.reason }] : [];
      });
      if (refused.length > 0) await this.refusals.refuse(refused);
      if (outcomes.some(({ kind }) => kind === 'MISSING')) {
        await this.register.retire(name, 'missing');
        throw this.failed(name, 'is gone; begin anew.');
      }
      left = left.filter((_, i) => outcomes[i]!.kind === 'LATER');
      if (left.length === 0) return;
      if (tries === TRIES) {
        const because = outcomes.flatMap((outcome) => (outcome.kind === 'LATER' ? [outcome.reason] : []))[0];
        throw new Error(
          `The search engine does not take ${left.length} documents now; the rebuild can go on later. ${because}`,
        );
      }
      await this.pause(Math.min(5_000, 100 * 2 ** tries));
    }
  }

  private failed(name: string, what: string): RebuildFailed {
    this.name = undefined;
    this.comparedTo = null;
    return new RebuildFailed(`${name} ${what}`);
  }
}
