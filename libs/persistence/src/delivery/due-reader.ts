import type { DueEndpoint } from '@gable/domain/delivery';
import type { Database } from '../database/database.js';
import { READ_DUE } from './statements/read-due.js';

/**
 * Reads which endpoints have something due, what came last first of all, and everything now and then. What is read is a
 * hint, kept in lines in memory; so what has to wait for a slot is not read again and again.
 */
export class DueReader {
  private readonly recent = new DueScan();
  private readonly sweep = new DueScan();
  private sweptAt = -Infinity;
  private lookedFarAt = -Infinity;

  constructor(private readonly database: Database) {}

  async read(now: Date): Promise<DueEndpoint[]> {
    const due: DueEndpoint[] = [];
    // Removed rows stay in an index for as long as somebody's old transaction is open, and reading past them would take
    // ever longer: a look begins a moment ago, where commits may still put something. Slow ones may for longer, and
    // what waits for a slot stands there: that far back it looks now and then.
    if (this.recent.isOver) this.recent.begin(now.getTime() - this.reach(now.getTime()));
    for (let page = 0; page < RECENT_PAGES && (page === 0 || !this.recent.isOver); page += 1)
      due.push(...(await this.recent.next(this.database, now)));
    if (this.sweep.isOver && Math.abs(now.getTime() - this.sweptAt) >= SWEEP_MS) this.sweep.begin(0);
    if (!this.sweep.isOver) {
      due.push(...(await this.sweep.next(this.database, now)));
      this.sweptAt = now.getTime();
    }
    return due;
  }

  /** How far back a look begins, in milliseconds. */
  private reach(now: number): number {
    if (Math.abs(now - this.lookedFarAt) < LOOK_FAR_EVERY_MS) return COMMIT_MS;
    this.lookedFarAt = now;
    return LATE_COMMIT_MS;
  }
}

/** One way through what is due, in pages: endpoints by their time, wake-ups by theirs. */
class DueScan {
  isOver = true;
  private times: Position = START;
  private wakeUps: Position = START;

  begin(from: number): void {
    this.isOver = false;
    this.times = this.wakeUps = { at: new Date(from), id: 0 };
  }

  async next(database: Database, now: Date): Promise<DueEndpoint[]> {
    const { times, wakeUps } = this;
    const parameters = [now, times.at, times.id, wakeUps.at, wakeUps.id, PAGE];
    const rows = await database.query<DueRow>(READ_DUE, parameters);
    const byTime = rows.filter(({ isWakeUp }) => !isWakeUp);
    const byWakeUp = rows.filter(({ isWakeUp }) => isWakeUp);
    this.times = endOf(byTime, times);
    this.wakeUps = endOf(byWakeUp, wakeUps);
    this.isOver = seenOf(byTime) < PAGE && seenOf(byWakeUp) < PAGE;
    return rows.map(({ endpointId, accountId, originId, origin, isProven, at }) => ({
      ...{ endpointId, accountId, originId, origin, isProven },
      dueFrom: at.getTime(),
    }));
  }
}

interface Position {
  readonly at: Date;
  readonly id: number;
}

interface DueRow extends Omit<DueEndpoint, 'dueFrom'> {
  /** The first and the last time of the page, and how many rows of it are the endpoint's. */
  at: Date;
  last: Date;
  seen: number;
  isWakeUp: boolean;
}

const START: Position = { at: new Date(0), id: 0 };

/** Behind the last row of the page that rows were made of. */
function endOf(rows: readonly DueRow[], before: Position): Position {
  return rows.reduce(
    (end, { last, endpointId: id }) => (last > end.at || (+last === +end.at && id > end.id) ? { at: last, id } : end),
    before,
  );
}

const seenOf = (rows: readonly DueRow[]): number => rows.reduce((sum, { seen }) => sum + seen, 0);

/** Endpoints, and as many wake-ups, of one read. */
const PAGE = 2_000;
/** Before somebody is served, so that a burst of one account does not hide who came after it. */
const RECENT_PAGES = 5;
/** From the end of one sweep to the begin of the next. */
const SWEEP_MS = 5_000;
/** Commits of those who queue nearly always take less than this. */
const COMMIT_MS = 400;
/** What took longer is found so much later. */
const LOOK_FAR_EVERY_MS = 200;
/** Commits of those who queue take less than this. */
export const LATE_COMMIT_MS = 2_000;
