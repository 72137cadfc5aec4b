import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MovingTown } from '@gable/testing';
import { readFeed, type Installation } from '../../installation.js';
import { asFeed, dropFeed } from '../drop-feed.js';

/** One line in so many comes through the drop folder. */
const FOLDER_EVERY = 4;
/** Gigabytes of hostile files may lie before what is waited for. */
const PATIENCE_MS = 120_000;

/** Where the feeds of an installation are dropped. */
export const feedsFolderOf = ({ home }: Installation): string => path.join(home, 'feeds');

/**
 * The town that concerns the polite customers: two halves, one read as `gable ingest` does, one by the worker from its
 * drop folder. Knows what the store has to say of each listing in the end.
 */
export class TownFeed {
  private readonly direct: MovingTown;
  private readonly folder: MovingTown;
  /** The last state sent of each listing: when it was observed. */
  private readonly last = new Map<string, string>();
  private files = 0;

  constructor(
    private readonly installation: Installation,
    seed: number,
  ) {
    this.direct = new MovingTown(seed);
    this.folder = new MovingTown(seed + 1);
  }

  /** The properties of both halves, in the store when it resolves. */
  async fill(properties: number): Promise<void> {
    await readFeed(this.installation, this.noted(this.direct.arrive(properties >> 1)));
    await readFeed(this.installation, this.noted(this.folder.arrive(properties >> 1).map(otherHalf)));
  }

  /** A change every so often until the signal aborts. What could not be stored is tried again. */
  async change(everyMs: number, signal: AbortSignal): Promise<void> {
    const began = Date.now();
    for (let line = 1; !signal.aborted; line += 1) {
      if (line % FOLDER_EVERY === 0) this.drop(this.noted(this.folder.change(1).map(otherHalf)));
      else await this.read(this.noted(this.direct.change(1)), signal);
      await sleep(Math.max(0, began + line * everyMs - Date.now()), undefined, { signal }).catch(() => {});
    }
  }

  /**
   * Waits for what still lies in the drop folder; answers listings of which the store then does not hold the last state
   * that was sent, a line each.
   */
  async land(): Promise<string[]> {
    for (const until = Date.now() + PATIENCE_MS; ; await sleep(500)) {
      const late = await this.notLanded();
      if (late.length === 0 || Date.now() > until) return late;
    }
  }

  /** Changes of the town that were committed since then, in milliseconds since 1970. */
  async changes(since: Date): Promise<{ id: number; at: number }[]> {
    const rows = await this.installation.database.query<{ id: number; at: Date }>(
      `select change.id, change.created_at as at from kept_change change
       join listing on listing.id = listing_id
       where change.created_at >= $1 and (external_id like 'home-%' or external_id like 'house-%')`,
      [since],
    );
    return rows.map(({ id, at }) => ({ id, at: at.getTime() }));
  }

  private async notLanded(): Promise<string[]> {
    const rows = await this.installation.database.query<{ name: string; observed: Date }>(`
      select source.domain || ' ' || external_id as name, seen.observed_at as observed
      from listing join source on source.id = source_id join listing_seen seen on seen.id = listing.id
      where external_id like 'ho%'`);
    const stored = new Map(rows.map(({ name, observed }) => [name, observed.toISOString()]));
    return [...this.last].flatMap(([name, observedAt]) =>
      stored.get(name) === observedAt ? [] : [`${name}: sent ${observedAt}, stored ${stored.get(name) ?? 'nothing'}`],
    );
  }

  private async read(lines: string[], signal: AbortSignal): Promise<void> {
    while (
      !signal.aborted &&
      !(await readFeed(this.installation, lines).then(
        () => true,
        () => false,
      ))
    )
      await sleep(200);
  }

  private drop(lines: string[]): void {
    this.files += 1;
    const name = `town-${String(this.files).padStart(8, '0')}.ndjson`;
    dropFeed(feedsFolderOf(this.installation), name, asFeed(lines));
  }

  private noted(lines: string[]): string[] {
    for (const line of lines) {
      const { source, externalId, observedAt } = JSON.parse(line) as {
        source: { domain: string };
        externalId: string;
        observedAt: string;
      };
      this.last.set(`${source.domain} ${externalId}`, observedAt);
    }
    return lines;
  }
}

/** Both halves number their properties from 1. */
const otherHalf = (line: string): string => line.replace('"externalId":"home-', '"externalId":"house-');
