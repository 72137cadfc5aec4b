/** Deliveries that one worker has under way, from the claim until the result is written. */
export const SLOTS = 512;
/** Slots of one origin, whichever accounts send there: an eighth. */
export const SLOTS_PER_ORIGIN = SLOTS / 8;
/** What an account has under way at one origin at a time; more wait for their place only where answers come quickly. */
export const AT_ONCE_PER_ORIGIN = 4;
/** Of those, what goes to endpoints that did not take the last thing: the last place is for one that does. */
export const UNSURE_PER_ORIGIN = 3;
/** Claimed ahead where an origin answers quickly, and of an account's mails. */
export const AHEAD_PER_ORIGIN = 20;
/** An attempt that takes longer makes its origin a slow one until it ends. */
export const QUICK_MS = 1_000;
/** Deliveries of one endpoint under way at a time: few where it failed last or never answered. */
export const UNDER_WAY_WELL = 20;
export const UNDER_WAY_UNSURE = 5;

/** Whose slots a delivery takes. */
export interface SlotPlace {
  readonly accountId: string;
  readonly endpointId: number;
  /** The origin as its account knows it; null for a mail. */
  readonly originId: number | null;
  /** The origin itself, which accounts share; null for a mail. */
  readonly origin: string | null;
  /** Its endpoint took the last thing that was sent to it. */
  readonly isProven: boolean;
}

/**
 * The slots of one worker, and who may take more of them. The bound of each account moves with what is free (dynamic
 * thresholds, Choudhury and Hahne 1998): alone it has a quarter, and the more others hold, the less. So something is
 * free whatever others do, and who comes late begins at once. Endpoints that answer give slots back in a moment:
 * beyond the bound they may borrow all but a reserve.
 */
export class Slots {
  private readonly held = new Map<string, Slot>();
  private readonly counts = new Map<string, Count>();
  private readonly begun = new Map<string, Map<string, number>>();
  private readonly all: Count = { all: 0, unsure: 0 };

  constructor(private readonly total: number = SLOTS) {}

  get free(): number {
    return this.total - this.all.all;
  }

  /** Deliveries under way. */
  get size(): number {
    return this.held.size;
  }

  /** Takes slots that somebody is about to fill; `giveBack` undoes it. */
  reserve(place: SlotPlace, count: number): void {
    this.add(this.countsOf(place), place, count);
  }

  giveBack(place: SlotPlace, count: number): void {
    this.add(this.countsOf(place), place, -count);
  }

  hold(deliveryId: string, place: SlotPlace): void {
    if (this.held.has(deliveryId)) return;
    const counts = this.countsOf(place);
    this.held.set(deliveryId, { place, counts });
    this.add(counts, place, 1);
  }

  /** Its attempt begins. */
  began(deliveryId: string, now: number): void {
    const held = this.held.get(deliveryId);
    if (held === undefined) return;
    const site = siteOf(held.place);
    const started = this.begun.get(site) ?? new Map<string, number>();
    this.begun.set(site, started.set(deliveryId, now));
  }

  release(deliveryId: string): void {
    const held = this.held.get(deliveryId);
    if (held === undefined) return;
    this.held.delete(deliveryId);
    const site = siteOf(held.place);
    const started = this.begun.get(site);
    if (started?.delete(deliveryId) && started.size === 0) this.begun.delete(site);
    this.add(held.counts, held.place, -1);
  }

  /** How many more of an account may be claimed; less than this of one endpoint. */
  roomOfAccount(accountId: string, isProven: boolean): number {
    const { all, unsure } = this.counts.get(accountOf(accountId)) ?? NONE;
    const lent = this.free - this.total / RESERVED;
    const room = Math.max(share(this.free, all, ALONE_A_QUARTER), lent);
    if (isProven) return room;
    return Math.min(room, share(this.total * MOST_UNSURE - this.all.unsure, unsure, ALONE_A_SIXTH));
  }

  /** How many more of an endpoint may be claimed now: they begin at once, or in a moment where answers come quickly. */
  roomFor(place: SlotPlace, now: number): number {
    const { accountId, endpointId, isProven } = place;
    const ofEndpoint = (isProven ? UNDER_WAY_WELL : UNDER_WAY_UNSURE) - this.underWay(endpointId);
    const room = Math.min(ofEndpoint, this.roomOfAccount(accountId, isProven), this.roomAtOrigin(place, now));
    return Math.max(0, Math.floor(room));
  }

  underWay(endpointId: number): number {
    return this.counts.get(endpointOf(endpointId))?.all ?? 0;
  }

  private roomAtOrigin(place: SlotPlace, now: number): number {
    const { all, unsure } = this.counts.get(siteOf(place)) ?? NONE;
    if (place.origin === null) return AHEAD_PER_ORIGIN - all;
    const isSlow = this.isSlow(siteOf(place), now);
    const free = SLOTS_PER_ORIGIN - (this.counts.get(originOf(place.origin))?.all ?? 0);
    const shared = share(free, all, ALONE_A_QUARTER);
    if (!place.isProven) return Math.min(shared, UNSURE_PER_ORIGIN - unsure, AHEAD_PER_ORIGIN - all);
    if (isSlow) return Math.min(shared, AT_ONCE_PER_ORIGIN - all);
    return Math.min(Math.max(shared, free - SLOTS_PER_ORIGIN / RESERVED), AHEAD_PER_ORIGIN - all);
  }

  private isSlow(site: string, now: number): boolean {
    const [oldest] = this.begun.get(site)?.values() ?? [];
    return oldest !== undefined && now - oldest > QUICK_MS;
  }

  /** Counts that hold nothing any more are forgotten. */
  private add(counts: readonly Count[], { isProven }: SlotPlace, count: number): void {
    for (const each of counts) {
      each.all += count;
      if (!isProven) each.unsure += count;
      if (each.all === 0 && each.name !== undefined) this.counts.delete(each.name);
    }
  }

  private countsOf(place: SlotPlace): readonly Count[] {
    return [this.all, ...namesOf(place).map((name) => this.countOf(name))];
  }

  private countOf(name: string): Count {
    const known = this.counts.get(name);
    if (known !== undefined) return known;
    const count: Count = { name, all: 0, unsure: 0 };
    this.counts.set(name, count);
    return count;
  }
}

/** A slot that is taken, and where it counts: what holds something is never forgotten, so these stay the ones. */
interface Slot {
  readonly place: SlotPlace;
  readonly counts: readonly Count[];
}

interface Count {
  readonly name?: string;
  all: number;
  unsure: number;
}

const NONE: Count = { all: 0, unsure: 0 };
/** A holder takes no more than this part of what is free: alone a quarter of all. */
const ALONE_A_QUARTER = 1 / 3;
/** Less where answers are not known to come: twenty accounts that begin one after the other leave some to the next. */
const ALONE_A_SIXTH = 1 / 5;
/** Nothing is lent of the last quarter. */
const RESERVED = 4;
/** However many accounts hang, a quarter is for endpoints that answer; the rest is shared in the same way. */
const MOST_UNSURE = 3 / 4;

/** How many more a holder of `held` may take, so that afterwards it has no more than `part` of what is still free. */
function share(free: number, held: number, part: number): number {
  const more = Math.floor((part * free - held) / (1 + part));
  return held === 0 && free > 0 ? Math.max(1, more) : more;
}

const accountOf = (id: string): string => `account ${id}`;
const endpointOf = (id: number): string => `endpoint ${id}`;
const originOf = (origin: string): string => `origin ${origin}`;
const siteOf = ({ originId, accountId }: SlotPlace): string =>
  originId === null ? `mail ${accountId}` : `site ${originId}`;

function namesOf(place: SlotPlace): string[] {
  const names = [accountOf(place.accountId), endpointOf(place.endpointId), siteOf(place)];
  return place.origin === null ? names : [...names, originOf(place.origin)];
}
