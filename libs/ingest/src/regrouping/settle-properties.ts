import {
  chooseGroup,
  PairScores,
  probedKeys,
  settleGroup,
  storedKeys,
  type GroupingItem,
  type GroupingStep,
  type KnownGroups,
} from '@gable/domain/grouping';
import { newId } from '@gable/persistence';
import type { RegroupReader } from '@gable/persistence/listings';
import type { BlockRow } from '@gable/persistence/properties';
import { Neighbourhood } from '../applying/neighbourhood.js';
import { WorkingSet } from '../applying/working-set.js';

/** What settling some properties came to, not written yet. */
export interface SettledProperties {
  readonly set: WorkingSet;
  /** By the property that was looked at. */
  readonly steps: ReadonlyMap<string, readonly GroupingStep[]>;
  /** Blocking keys that their listings should stand under. */
  readonly keys: BlockRow[];
}

/**
 * Reads some properties with everything they might be the same home as, and settles them one after the other in memory.
 */
export async function settleProperties(
  reader: RegroupReader,
  propertyIds: readonly string[],
  now: Date,
): Promise<SettledProperties> {
  const neighbourhood = new Neighbourhood();
  const listingIds = await reader.listingIdsOf(propertyIds);
  await neighbourhood.load(reader, new Set(), listingIds);
  const listings = propertyIds.flatMap((id) => neighbourhood.membersOf(id));
  await neighbourhood.load(reader, new Set(listings.flatMap(({ listing }) => probedKeys(listing))), []);

  const set = new WorkingSet(now, neighbourhood);
  const groups = new LoadedGroups(set);
  const scores = new PairScores();
  const steps = new Map<string, readonly GroupingStep[]>();
  for (const id of propertyIds) {
    const done = settleGroup(id, groups, neighbourhood.ties, scores);
    if (done.length > 0) steps.set(id, done);
  }
  for (const id of set.movedIds) set.explain(id, whyThere(neighbourhood, id));
  return {
    set,
    steps,
    keys: listings.flatMap(({ id, listing }) => storedKeys(listing).map((key) => ({ key, listingId: id }))),
  };
}

/** As ingest would note it, had the listing come last. */
function whyThere(
  neighbourhood: Neighbourhood,
  listingId: string,
): { score: number | null; reasons: readonly string[] | null } {
  const others = neighbourhood.membersOf(neighbourhood.propertyIdOf(listingId)).filter(({ id }) => id !== listingId);
  if (others.length === 0) return { score: null, reasons: null };
  const { group, score, reasons } = chooseGroup(neighbourhood.member(listingId)!, [{ key: 'home', members: others }]);
  return group === null ? { score: null, reasons: null } : { score, reasons };
}

/** The groups of a working set, as settling sees them. */
class LoadedGroups implements KnownGroups {
  private readonly keys = new Map<string, readonly string[]>();

  constructor(private readonly set: WorkingSet) {}

  membersOf(group: string): readonly GroupingItem[] {
    return this.set.neighbourhood.membersOf(group);
  }

  groupOf(listingId: string): string {
    return this.set.neighbourhood.propertyIdOf(listingId);
  }

  similarTo({ id, listing }: GroupingItem): Iterable<string> {
    const keys = this.keys.get(id) ?? probedKeys(listing);
    this.keys.set(id, keys);
    return this.set.neighbourhood.under(keys);
  }

  move(listingIds: readonly string[], group: string): void {
    this.set.move(
      listingIds.map((id) => this.set.neighbourhood.member(id)!),
      group,
    );
  }

  newGroup(): string {
    const id = newId(this.set.now);
    this.set.newProperty(id);
    return id;
  }
}
