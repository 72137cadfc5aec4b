import type { SlotPlace, Slots } from './slots.js';
import { runOf } from './endpoint-run.js';

/** An endpoint with something due. */
export interface DueEndpoint extends SlotPlace {
  /** The earliest time that it was noted for, in milliseconds since 1970. */
  readonly dueFrom: number;
}

/** An endpoint to serve now, and how many of its deliveries there are slots for. */
export interface DuePick {
  readonly endpoint: DueEndpoint;
  readonly take: number;
}

/**
 * Endpoints with something due, in a line per account and origin. Accounts are served in turn, and within an account
 * its origins: however much one account queues, the next in turn is another one. What cannot begin now stays in its
 * line and costs nothing. A note is a hint: whether something is due stands in the store.
 */
export class DueLines {
  private readonly accounts = new Map<string, AccountLines>();
  private readonly known = new Map<number, LinedUp>();
  private lastPlace = 0;

  get size(): number {
    return this.known.size;
  }

  /** Puts an endpoint at the end of its line, or leaves it where it stands. */
  note(endpoint: DueEndpoint): void {
    const before = this.known.get(endpoint.endpointId);
    const dueFrom = Math.min(endpoint.dueFrom, before?.dueFrom ?? Infinity);
    if (before !== undefined && before.isProven !== endpoint.isProven) this.remove(before);
    const account: AccountLines = this.accounts.get(endpoint.accountId) ?? { PROVEN: new Map(), UNSURE: new Map() };
    this.accounts.set(endpoint.accountId, account);
    const lines = account[classOf(endpoint)];
    const line = lines.get(siteOf(endpoint)) ?? new Map<number, LinedUp>();
    if (line.size >= LONGEST_LINE && !line.has(endpoint.endpointId)) return;
    lines.set(siteOf(endpoint), line);
    const place = before?.place ?? (this.lastPlace += 1);
    const noted = { ...endpoint, dueFrom, place };
    line.set(endpoint.endpointId, noted);
    this.known.set(endpoint.endpointId, noted);
  }

  /** Takes up to so many endpoints out of their lines. Their slots are reserved: who asks gives them back. */
  next(slots: Slots, count: number, now: number): DuePick[] {
    const picks: DuePick[] = [];
    for (let went = true; went && picks.length < count;) {
      went = false;
      for (const [accountId, account] of [...this.accounts]) {
        if (picks.length >= count) break;
        const pick = pickOf(accountId, account, slots, now);
        if (pick === undefined) continue;
        slots.reserve(pick.endpoint, pick.take);
        this.remove(pick.endpoint);
        this.toTheEnd(accountId);
        picks.push(pick);
        went = true;
      }
    }
    return picks;
  }

  private toTheEnd(accountId: string): void {
    const account = this.accounts.get(accountId);
    if (account === undefined) return;
    this.accounts.delete(accountId);
    this.accounts.set(accountId, account);
  }

  /** Its origin goes to the end, or goes away with the last of its line. */
  private remove(endpoint: DueEndpoint): void {
    this.known.delete(endpoint.endpointId);
    const account = this.accounts.get(endpoint.accountId)!;
    const lines = account[classOf(endpoint)];
    const line = lines.get(siteOf(endpoint))!;
    line.delete(endpoint.endpointId);
    lines.delete(siteOf(endpoint));
    if (line.size > 0) lines.set(siteOf(endpoint), line);
    if (account.PROVEN.size === 0 && account.UNSURE.size === 0) this.accounts.delete(endpoint.accountId);
  }
}

/** More of one origin is found again later. */
const LONGEST_LINE = 256;

type EndpointClass = 'PROVEN' | 'UNSURE';

interface LinedUp extends DueEndpoint {
  /** Rises with every endpoint that comes. */
  readonly place: number;
}

/** Endpoints that answer stand apart: those that hang are not read past to find them. */
interface AccountLines {
  readonly PROVEN: Map<number | null, Map<number, LinedUp>>;
  readonly UNSURE: Map<number | null, Map<number, LinedUp>>;
}

const classOf = ({ isProven }: DueEndpoint): EndpointClass => (isProven ? 'PROVEN' : 'UNSURE');
const siteOf = ({ originId }: DueEndpoint): number | null => originId;

/** Of the two classes, what waits longer. */
function pickOf(accountId: string, account: AccountLines, slots: Slots, now: number): DuePick | undefined {
  const [proven, unsure] = (['PROVEN', 'UNSURE'] as const).map((each) =>
    slots.roomOfAccount(accountId, each === 'PROVEN') < 1 ? undefined : firstWithRoom(account[each], slots, now),
  );
  if (proven === undefined || unsure === undefined) return proven ?? unsure;
  return proven.endpoint.place < unsure.endpoint.place ? proven : unsure;
}

function firstWithRoom(lines: AccountLines[EndpointClass], slots: Slots, now: number): LinedUpPick | undefined {
  for (const line of lines.values())
    for (const endpoint of line.values()) {
      const room = slots.roomFor(endpoint, now);
      // One that is busy is served again when a whole run fits: many small runs cost more than one.
      const run = runOf(endpoint.isProven);
      const isBusy = slots.underWay(endpoint.endpointId) >= run;
      if (room >= (isBusy ? run : 1)) return { endpoint, take: Math.min(room, run) };
      // Endpoints of one origin wait for the same slots, but for those that have as many under way as they may.
      if (slots.underWay(endpoint.endpointId) === 0) break;
    }
  return undefined;
}

interface LinedUpPick extends DuePick {
  readonly endpoint: LinedUp;
}
