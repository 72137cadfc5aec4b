import { keptRead } from '@gable/runtime';

/** The record of a property in the form in which it is answered. */
export interface WrittenRecord {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The same with the revision that the property had when it was read. */
export interface AnsweredRecord extends WrittenRecord {
  readonly revision: number;
  /** Whether its revision and the edition say all that may change in it. */
  readonly isKept: boolean;
}

/** Where records come from. */
export interface RecordSource {
  /** Changes with what records show and no revision tells; null while nothing tells all of that. */
  readonly edition: () => Promise<string | null>;
  /** The revisions that properties have now, by id; those that are not there are left out. */
  readonly revisionsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Their records; those that are not there are left out. */
  readonly read: (ids: readonly string[]) => Promise<readonly AnsweredRecord[]>;
}

/** What is asked for by those who wait for one portion. */
interface Portion {
  readonly ids: Set<string>;
  readonly answers: Promise<ReadonlyMap<string, Buffer>>;
  readonly begin: () => void;
}

interface Kept {
  readonly record: AnsweredRecord;
  readonly readAt: number;
  /** As it was before the record was read. */
  readonly edition: string;
}

/**
 * Answers records of properties; what is asked for while a portion is read is read in the next. A recent one is
 * answered from memory where its revision, looked up for every answer, is the same, and the edition, looked up every
 * second: names of sources and divisions, which no revision tells of, are a second old at most.
 */
export class RecentRecords {
  private readonly kept = new Map<string, Kept>();
  private keptBytes = 0;
  private next: Portion | undefined;
  private underWay = 0;
  private impatience: NodeJS.Timeout | undefined;
  /** The edition as it was within the last second. */
  private readonly currentEdition: () => Promise<string>;
  private sweeper: NodeJS.Timeout | undefined;

  /** The clock and the bounds are parameters for specs. */
  constructor(
    private readonly source: RecordSource,
    private readonly now: () => number = () => performance.now(),
    private readonly bounds = { mostBytes: MOST_BYTES, longestWaitMs: LONGEST_WAIT_MS },
  ) {
    this.currentEdition = keptRead(
      EDITION_MS,
      async () => {
        const askedAt = now();
        return (await source.edition()) ?? `nothing tells, as of ${askedAt}`; // another one each time
      },
      now,
    );
  }

  /**
   * The records of these properties, in the order asked for; those that are not there are left out. `seen` are
   * revisions that the caller has just read: of those, the database is not asked again.
   */
  async of(ids: readonly string[], seen: ReadonlyMap<string, number> = NONE): Promise<WrittenRecord[]> {
    const edition = await this.currentEdition();
    const recent = new Map<string, Buffer>();
    const others: string[] = [];
    for (const id of ids) {
      const record = this.keptOf(id, edition);
      if (record !== undefined && record.revision === seen.get(id)) recent.set(id, record.bytes);
      else others.push(id);
    }
    const answers = others.length === 0 ? recent : await this.ask(others);
    return ids.flatMap((id) => {
      const bytes = recent.get(id) ?? answers.get(id);
      return bytes === undefined ? [] : [{ id, bytes }];
    });
  }

  private ask(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const portion = this.portionFor(ids.length);
    for (const id of ids) portion.ids.add(id);
    return portion.answers;
  }

  private keptOf(id: string, edition: string): AnsweredRecord | undefined {
    const kept = this.kept.get(id);
    return kept?.edition === edition && this.now() - kept.readAt < RECENT_MS ? kept.record : undefined;
  }

  /** Bytes of the records in memory. */
  get size(): number {
    return this.keptBytes;
  }

  private portionFor(count: number): Portion {
    const open = this.next;
    if (open !== undefined && open.ids.size + count <= MOST_IDS) return open;
    if (open !== undefined) this.begin(open); // it is full
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const ids = new Set<string>();
    const answers = begun.then(() => this.answer([...ids])).finally(() => this.end());
    const portion = { ids, answers, begin };
    this.next = portion;
    if (this.underWay === 0) setImmediate(() => this.begin(portion));
    else if (this.underWay < MOST_UNDER_WAY)
      this.impatience = setTimeout(() => this.begin(portion), this.bounds.longestWaitMs);
    return portion;
  }

  /** Lets a portion begin that has not yet. */
  private begin(portion: Portion): void {
    if (this.next !== portion) return;
    this.next = undefined;
    clearTimeout(this.impatience);
    this.underWay += 1;
    portion.begin();
  }

  private end(): void {
    this.underWay -= 1;
    if (this.next !== undefined) this.begin(this.next);
  }

  private async answer(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const edition = await this.currentEdition();
    const known = new Map<string, AnsweredRecord>();
    const unknown: string[] = [];
    for (const id of ids) {
      const record = this.keptOf(id, edition);
      if (record !== undefined) known.set(id, record);
      else unknown.push(id);
    }
    const [revisions, fresh] = await Promise.all([
      known.size === 0 ? NONE : this.source.revisionsOf([...known.keys()]),
      this.read(unknown, edition),
    ]);
    const answers = new Map(fresh.map(({ id, bytes }) => [id, bytes]));
    const changed: string[] = [];
    for (const [id, { revision, bytes }] of known) {
      if (revisions.get(id) === revision) answers.set(id, bytes);
      else changed.push(id);
    }
    for (const { id, bytes } of await this.read(changed, edition)) answers.set(id, bytes);
    return answers;
  }

  private async read(ids: readonly string[], edition: string): Promise<readonly AnsweredRecord[]> {
    if (ids.length === 0) return [];
    const readAt = this.now();
    const records = await this.source.read(ids);
    for (const record of records) if (record.isKept) this.keep({ record, readAt, edition });
    this.sweep();
    return records;
  }

  private keep(kept: Kept): void {
    const { record } = kept;
    this.forget(record.id);
    this.kept.set(record.id, kept);
    this.keptBytes += record.bytes.length;
  }

  private forget(id: string): void {
    const kept = this.kept.get(id);
    if (kept === undefined) return;
    this.kept.delete(id);
    this.keptBytes -= kept.record.bytes.length;
  }

  /** Forgets what is no longer recent, the oldest first, and what is too much. Comes again while anything is kept. */
  private sweep(): void {
    for (const [id, { readAt }] of this.kept) {
      if (this.now() - readAt < RECENT_MS && this.keptBytes <= this.bounds.mostBytes) break;
      this.forget(id);
    }
    if (this.kept.size === 0 || this.sweeper !== undefined) return;
    this.sweeper = setTimeout(() => {
      this.sweeper = undefined;
      this.sweep();
    }, EDITION_MS).unref();
  }
}

const NONE: ReadonlyMap<string, number> = new Map();
/** A change of the edition that is undone before anybody looks shows no longer than that. */
const RECENT_MS = 30_000;
const EDITION_MS = 1_000;
/** Of all records in memory. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Properties of one portion: the largest page fits in twice. */
const MOST_IDS = 200;
/** A portion that is slow does not hold up the next one for longer. */
const LONGEST_WAIT_MS = 5;
const MOST_UNDER_WAY = 4;
