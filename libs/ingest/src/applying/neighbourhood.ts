import { ListingTies, NEWEST_PER_KEY } from '@gable/domain/grouping';
import { newId } from '@gable/persistence';
import type { BatchStore, NamedSource, PropertyMember, StateRow } from '@gable/persistence/listings';
import type { IncomingState } from './incoming-state.js';
import { SourceNames } from './source-names.js';

/** Listings read per key: twice what is compared, so that losing some in a batch leaves enough. */
const READ_PER_KEY = 2 * NEWEST_PER_KEY;
/** Listings held at most between batches; beyond it the memory is emptied and fills again. */
const CAPACITY = 40_000;
/** Characters of their descriptions held at most between batches. */
const TEXT_CAPACITY = 40_000_000;

interface Block {
  /** Ids under the key, oldest first: UUIDv7, whose order is the order of arrival. */
  ids: string[];
  /** There are older ones in the store. */
  cut: boolean;
}

/**
 * What grouping knows of the store around the listings of a feed: blocking keys, properties and what their listings
 * say. Kept from batch to batch and changed along with what is written; emptied when a batch fails or another process
 * has written in between.
 */
export class Neighbourhood {
  private readonly blocks = new Map<string, Block>();
  private readonly membersById = new Map<string, PropertyMember>();
  private readonly propertyOf = new Map<string, string>();
  /** By property, oldest first. */
  private readonly memberLists = new Map<string, PropertyMember[]>();
  /** Keys that lost a listing while older ones were left in the store. */
  private readonly toReadAgain = new Set<string>();
  private readonly sources = new Map<string, { id: string; name: string }>();
  private version: number | undefined;
  /** Characters of the descriptions that were put in. */
  private textLength = 0;
  /** Manual decisions about the listings that are known. */
  readonly ties = new ListingTies();

  /**
   * To be called first in a batch, with the number of the batch over the whole store: whoever missed one knows nothing
   * any more.
   */
  begin(version: number): void {
    const isFull = this.membersById.size > CAPACITY || this.textLength > TEXT_CAPACITY;
    if (this.version !== version - 1 || isFull) this.clear();
    this.version = version;
    for (const key of this.toReadAgain) this.blocks.delete(key);
    this.toReadAgain.clear();
  }

  clear(): void {
    this.blocks.clear();
    this.membersById.clear();
    this.propertyOf.clear();
    this.memberLists.clear();
    this.toReadAgain.clear();
    this.sources.clear();
    this.ties.clear();
    this.version = undefined;
    this.textLength = 0;
  }

  /**
   * Finds the ids of the states' sources; asks the store only about sources and names it has not met. What becomes of
   * these is known once the states are applied: `keepSources`.
   */
  async findSources(store: BatchStore, states: readonly IncomingState[], now: Date): Promise<SourceNames> {
    const unmet = new Set<string>();
    for (const { state } of states)
      if (this.sources.get(state.source.domain)?.name !== state.source.name) unmet.add(state.source.domain);
    const stored = new Map((await store.sources([...unmet])).map((source) => [source.domain, source]));
    const erased = await store.erasedSources([...unmet].filter((domain) => !stored.has(domain)));
    const names = new SourceNames();
    for (const domain of unmet) names.add(domain, stored.get(domain), erased.get(domain) ?? newId(now));
    for (const source of stored.values()) this.sources.set(source.domain, source);
    for (const incoming of states) {
      const { domain } = incoming.state.source;
      incoming.sourceId = names.idOf(domain) ?? this.sources.get(domain)!.id;
    }
    return names;
  }

  /** Keeps what sources are called after a batch. */
  keepSources(sources: readonly NamedSource[]): void {
    for (const source of sources) this.sources.set(source.domain, source);
  }

  /**
   * Reads what is not known yet: the listings under these keys and these listings themselves, with all members of their
   * properties.
   */
  async load(store: BatchStore, keys: ReadonlySet<string>, listingIds: readonly string[]): Promise<void> {
    const unknownKeys = [...keys].filter((key) => !this.blocks.has(key));
    const found = await store.blocks(unknownKeys, READ_PER_KEY);
    const unknownIds = new Set(listingIds.filter((id) => !this.propertyOf.has(id)));
    for (const key of unknownKeys) {
      const ids = (found.get(key) ?? []).sort();
      this.blocks.set(key, { ids, cut: ids.length === READ_PER_KEY });
      for (const id of ids) if (!this.propertyOf.has(id)) unknownIds.add(id);
    }
    const members = await store.members([...unknownIds]);
    const states = new Map(
      (await store.memberStates(members.map(({ id }) => id))).map((member) => [member.id, member]),
    );
    for (const { id, propertyId } of members) this.addMember(states.get(id)!, propertyId);
    for (const tie of await store.ties(members.map(({ id }) => id))) this.ties.add(tie);
  }

  /**
   * Makes the past of those of these listings that an earlier release stored without one; answers what conditions ask
   * of all their states, to be written with the batch.
   */
  async tracePasts(store: BatchStore, listingIds: readonly string[]): Promise<StateRow[]> {
    const members = new Set(listingIds.map((id) => this.membersById.get(id)!).filter(({ past }) => past === null));
    const states = await store.traceStates([...members]);
    for (const { listingId, past } of states) this.membersById.get(listingId)!.past = past; // the last is the newest
    return states;
  }

  /** Listings that stand under one of the keys: of each key the newest. */
  under(keys: readonly string[]): Set<string> {
    const found = new Set<string>();
    for (const key of keys) {
      const ids = this.blocks.get(key)?.ids ?? [];
      for (let i = Math.max(0, ids.length - NEWEST_PER_KEY); i < ids.length; i++) found.add(ids[i]!);
    }
    return found;
  }

  propertyIdOf(listingId: string): string {
    return this.propertyOf.get(listingId)!;
  }

  member(listingId: string): PropertyMember | undefined {
    return this.membersById.get(listingId);
  }

  /** Oldest first. */
  membersOf(propertyId: string): readonly PropertyMember[] {
    return this.memberLists.get(propertyId) ?? [];
  }

  /** Puts a listing's new state in, and the listing into a property. */
  place(member: PropertyMember, propertyId: string): void {
    const previous = this.propertyOf.get(member.id);
    if (previous !== undefined)
      this.memberLists.set(
        previous,
        this.memberLists.get(previous)!.filter(({ id }) => id !== member.id),
      );
    this.addMember(member, propertyId);
  }

  /** Takes a listing out of its property. Its blocking keys stay: to be used where all of this is forgotten then. */
  remove(listingId: string): void {
    const propertyId = this.propertyOf.get(listingId)!;
    const staying = this.memberLists.get(propertyId)!.filter(({ id }) => id !== listingId);
    this.memberLists.set(propertyId, staying);
    this.membersById.delete(listingId);
    this.propertyOf.delete(listingId);
  }

  /** Moves a listing between blocking keys. */
  rekey(listingId: string, lost: readonly string[], gained: readonly string[]): void {
    for (const key of lost) {
      const block = this.blocks.get(key);
      if (!block) continue;
      block.ids = block.ids.filter((id) => id !== listingId);
      if (block.cut) this.toReadAgain.add(key);
    }
    for (const key of gained) {
      const block = this.blocks.get(key);
      if (!block) continue; // nobody has asked for this key; who does will read it with what was written
      insertSorted(block.ids, listingId, (id) => id);
      if (block.ids.length > READ_PER_KEY) {
        block.ids.shift();
        block.cut = true;
      }
    }
  }

  private addMember(member: PropertyMember, propertyId: string): void {
    this.membersById.set(member.id, member);
    this.textLength += member.listing.description?.length ?? 0;
    this.propertyOf.set(member.id, propertyId);
    const members = this.memberLists.get(propertyId);
    if (members) insertSorted(members, member, ({ id }) => id);
    else this.memberLists.set(propertyId, [member]);
  }
}

/** Most arrivals are the newest: the search starts at the end. */
function insertSorted<T>(list: T[], entry: T, idOf: (entry: T) => string): void {
  let at = list.length;
  while (at > 0 && idOf(list[at - 1]!) > idOf(entry)) at -= 1;
  if (at === 0 || idOf(list[at - 1]!) !== idOf(entry)) list.splice(at, 0, entry);
}
