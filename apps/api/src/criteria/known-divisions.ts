import type { DivisionStore } from '@gable/persistence/geography';

/**
 * The ids of all divisions, kept for a while. A missing id may have been loaded since: the list is read again first.
 */
export class KnownDivisions {
  private ids: Promise<ReadonlySet<number>> | undefined;
  private loadedAt = 0;

  constructor(
    private readonly store: Pick<DivisionStore, 'ids'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Runs `read` with the ids known now, and once more with fresh ones if it asked for an id that they lack. */
  async consult<T>(read: (knows: (id: number) => boolean) => T): Promise<T> {
    const { result, missed } = consultOnce(await this.load(KEEP_MS), read);
    return missed && this.now() - this.loadedAt > FRESH_MS
      ? consultOnce(await this.load(FRESH_MS), read).result
      : result;
  }

  private load(maxAgeMs: number): Promise<ReadonlySet<number>> {
    if (this.ids && this.now() - this.loadedAt <= maxAgeMs) return this.ids;
    this.loadedAt = this.now();
    const ids = this.store.ids().then((list) => new Set(list));
    ids.catch(() => (this.ids = undefined));
    return (this.ids = ids);
  }
}

function consultOnce<T>(
  ids: ReadonlySet<number>,
  read: (knows: (id: number) => boolean) => T,
): { result: T; missed: boolean } {
  let missed = false;
  const result = read((id) => {
    const known = ids.has(id);
    missed ||= !known;
    return known;
  });
  return { result, missed };
}

const KEEP_MS = 60_000;
/** However many unknown ids are sent, the list is read at most this often. */
const FRESH_MS = 1_000;
