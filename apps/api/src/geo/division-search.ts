import { setImmediate as breathe } from 'node:timers/promises';
import { DivisionNames, type NameMatch, type NameQuery } from '@gable/domain/divisions';
import type { DivisionType } from '@gable/domain';
import type { DivisionCountStore, DivisionState, DivisionStore, ListedDivision } from '@gable/persistence/geography';
import type { Logger } from '@gable/runtime';

/** A division that was found, with the names of those it lies in. */
export interface DivisionSuggestion extends Omit<ListedDivision, 'ancestorIds'> {
  propertyCount: number;
  match: NameMatch;
  /** Nearest first. */
  ancestors: { id: number; type: DivisionType; name: string }[];
}

/** What is kept in memory of one state of the divisions. */
interface LoadedDivisions extends DivisionState {
  names: DivisionNames<ListedDivision>;
  divisions: ReadonlyMap<number, ListedDivision>;
  counts: ReadonlyMap<number, number>;
}

/**
 * Finds divisions by name, in memory: a keystroke costs the database nothing, and it needs no extension. A search reads
 * again what is a second old, without waiting for it: the searches after it see what changed.
 */
export class DivisionSearch {
  private held: LoadedDivisions | undefined;
  private refreshing: Promise<LoadedDivisions> | undefined;
  private lookedAt = -Infinity;

  constructor(
    private readonly divisions: Pick<DivisionStore, 'listed'>,
    private readonly counts: Pick<DivisionCountStore, 'state' | 'counts'>,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async find(query: NameQuery): Promise<DivisionSuggestion[]> {
    const { names, divisions, counts } = this.held ?? (await this.refresh());
    if (this.now() - this.lookedAt > FRESH_MS) this.refreshAside();
    return names.find(query).map(({ division: { ancestorIds, ...division }, match }) => ({
      ...division,
      propertyCount: counts.get(division.id) ?? 0,
      match,
      ancestors: ancestorIds.flatMap((id) => {
        const ancestor = divisions.get(id);
        return ancestor ? [{ id, type: ancestor.type, name: ancestor.name }] : [];
      }),
    }));
  }

  /** `refresh` for nobody who waits: at the start of a process, and behind a search. */
  refreshAside(): void {
    this.refresh().catch((error: unknown) =>
      this.log.warn({ err: error }, 'divisions could not be read; what was read before is searched'),
    );
  }

  /** Reads what changed since; one reading at a time. */
  refresh(): Promise<LoadedDivisions> {
    this.lookedAt = this.now();
    return (this.refreshing ??= this.read().finally(() => {
      this.refreshing = undefined;
    }));
  }

  private async read(): Promise<LoadedDivisions> {
    const state = await this.counts.state(); // before what it stands for
    const before = this.held;
    const isSameEdition = before?.edition === state.edition;
    if (before && isSameEdition && before.countedVersion === state.countedVersion) return before;
    const counts = await this.counts.counts();
    const { names, divisions } = isSameEdition ? before : await this.readNames();
    names.count(counts);
    return (this.held = { ...state, names, divisions, counts });
  }

  private async readNames(): Promise<Pick<LoadedDivisions, 'names' | 'divisions'>> {
    const listed = await this.divisions.listed();
    return {
      names: await DivisionNames.build(listed, () => breathe()),
      divisions: new Map(listed.map((division) => [division.id, division])),
    };
  }
}

const FRESH_MS = 1_000;
