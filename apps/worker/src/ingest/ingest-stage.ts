import { Injectable } from '@nestjs/common';
import { Database, LOCKS } from '@gable/persistence';
import type { Stage } from '../pipeline/stage.js';
import { DropFolder } from './drop-folder.js';
import type { WaitingFeed } from './feed-file.js';
import { FeedPlaces } from './feed-places.js';
import { FeedReader } from './feed-reader.js';
import { FeedsInFlight } from './feeds-in-flight.js';
import { FeedSources } from './feed-sources.js';

/** How often the folder is looked at while feeds are read; looking takes a fifth of the time at most. */
const LOOK_EVERY_MS = 100;
const PAUSE_PER_LOOK = 4;
/** Files that are asked for their source in one look. */
const ASKED_AT_ONCE = 200;

/**
 * Reads the feeds of the drop folder, several sources at the same time and of each source one file after the other; of
 * several workers on one folder, one at a time.
 */
@Injectable()
export class IngestStage implements Stage {
  readonly name = 'ingest';
  private readonly sources: FeedSources;
  /** The last feed that was begun of those that are suspected. */
  private suspect: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly folder: DropFolder,
    private readonly places: FeedPlaces,
    private readonly reader: FeedReader,
  ) {
    this.sources = new FeedSources((feed) => folder.open(feed));
  }

  /** Reads until no feed waits. */
  async step(signal: AbortSignal): Promise<boolean> {
    const { done: isEmpty } = await this.folder.waiting(Date.now()).next();
    if (isEmpty) return false; // a look costs nothing; the lock costs a connection
    return (await this.database.withLock(LOCKS.dropFolder, (lost) => this.readWaiting(signal, lost))) ?? false;
  }

  private async readWaiting(...signals: AbortSignal[]): Promise<boolean> {
    await this.folder.noteDeaths(Date.now());
    const feeds = new FeedsInFlight(signals);
    let hasRead = false;
    try {
      while (!feeds.signal.aborted) {
        const since = performance.now();
        const hasBegun = await this.beginWaiting(feeds);
        hasRead ||= hasBegun;
        if (feeds.size > 0) {
          await feeds.untilOneEnds(Math.max(LOOK_EVERY_MS, PAUSE_PER_LOOK * (performance.now() - since)));
        } else if (!hasBegun) break;
      }
    } finally {
      await feeds.end();
    }
    return hasRead;
  }

  /** Begins what may be read now, in the order of names. False where there is nothing. */
  private async beginWaiting(feeds: FeedsInFlight): Promise<boolean> {
    let hasBegun = false;
    let asked = 0;
    // Of each source the first file alone: the one that is read may end while the look goes on to later ones.
    const seen = new Set<string>();
    // One that ends during the look is found by the next, which knows how it ended and how long it is to wait.
    const inFlight = feeds.names();
    const isPassed = (name: string): boolean => {
      const source = this.sources.lastOf(name);
      if (source !== undefined && inFlight.has(name)) seen.add(source);
      return inFlight.has(name) || (source !== undefined && seen.has(source));
    };
    for await (const feed of this.folder.waiting(Date.now(), isPassed)) {
      if (!this.places.hasRoom) break;
      if (!this.sources.isKnown(feed) && (asked += 1) > ASKED_AT_ONCE) break;
      const source = await this.sources.of(feed);
      if (seen.has(source) || !this.mayBegin(feed, feeds)) continue;
      seen.add(source);
      if (this.begin(feed, source, feeds)) hasBegun = true;
    }
    return hasBegun;
  }

  /** In which of several feeds workers end shows when one of them is read without the others. */
  private mayBegin(feed: WaitingFeed, feeds: FeedsInFlight): boolean {
    return !this.folder.isSuspect(feed) || this.suspect === undefined || !feeds.has(this.suspect);
  }

  /** False where it gets no place. */
  private begin(feed: WaitingFeed, source: string, feeds: FeedsInFlight): boolean {
    const place = this.places.take(source, feed.bytes);
    if (place === undefined) return false;
    if (this.folder.isSuspect(feed)) this.suspect = feed.name;
    feeds.begin(feed.name, async (signal) => {
      try {
        await this.reader.read(feed, place.shared, signal);
      } finally {
        place.leave();
        this.sources.forget(feed.name);
      }
    });
    return true;
  }
}
