import type { Stats } from 'node:fs';
import type { WaitingFeed } from './feed-file.js';

/** A writer that pauses for longer is not waited for. */
const WATCHED_MS = 60_000;
const LOOK_EVERY_MS = 2_000;
/** Files that are watched; beyond it the oldest are not any more. */
const MOST_WATCHED = 1_000;

/** A feed that was read and put away, as it was then. */
export interface PutAwayFeed {
  readonly feed: WaitingFeed;
  readonly into: 'done' | 'failed';
  readonly inode: number;
  readonly bytes: number;
  readonly since: number;
}

/**
 * Feeds that were put away a moment ago. One that was copied into the folder, and not moved, may have paused on its
 * way: then its writer goes on in the file that was put away.
 */
export class PutAwayFeeds {
  private readonly feeds = new Map<string, PutAwayFeed>();
  private lookedAt = -Infinity;

  note(feed: WaitingFeed, into: PutAwayFeed['into'], { ino, size }: Stats, now: number): void {
    this.feeds.delete(feed.name);
    this.feeds.set(feed.name, { feed, into, inode: ino, bytes: size, since: now });
    if (this.feeds.size > MOST_WATCHED) this.feeds.delete(this.feeds.keys().next().value!);
  }

  forget(name: string): void {
    this.feeds.delete(name);
  }

  /** Those to look at now, by folder; none where that was done a moment ago. */
  due(now: number): Map<PutAwayFeed['into'], PutAwayFeed[]> {
    const due = new Map<PutAwayFeed['into'], PutAwayFeed[]>();
    if (now - this.lookedAt < LOOK_EVERY_MS) return due;
    this.lookedAt = now;
    for (const [name, each] of this.feeds) {
      if (now - each.since > WATCHED_MS) this.feeds.delete(name);
      else due.set(each.into, [...(due.get(each.into) ?? []), each]);
    }
    return due;
  }
}

/** Whether somebody has written on in the very file that was put away. */
export function hasGrown({ inode, bytes }: PutAwayFeed, found: Stats): boolean {
  return found.isFile() && found.ino === inode && found.size > bytes;
}
