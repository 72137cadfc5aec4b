import { sourceOfFeed } from '@gable/ingest';
import type { Readable } from 'node:stream';
import type { WaitingFeed } from './feed-file.js';

/** What feeds share their time under that name no source in their first lines: there may be nothing to read in them. */
const NO_SOURCE = '';
/** Feeds that are remembered; beyond it they are asked again. */
const MOST_KNOWN = 10_000;

/** Of which sources the feeds of a folder are, as their first lines say. Each file is asked once. */
export class FeedSources {
  private readonly known = new Map<string, { readonly version: string; readonly source: string }>();

  constructor(private readonly open: (feed: WaitingFeed) => Promise<Readable>) {}

  /** As it was when a file of this name was asked; undefined where none was. */
  lastOf(name: string): string | undefined {
    return this.known.get(name)?.source;
  }

  isKnown({ name, version }: WaitingFeed): boolean {
    return this.known.get(name)?.version === version;
  }

  async of(feed: WaitingFeed): Promise<string> {
    if (!this.isKnown(feed)) {
      if (this.known.size >= MOST_KNOWN) this.known.clear();
      this.known.set(feed.name, { version: feed.version, source: await this.ask(feed) });
    }
    return this.lastOf(feed.name)!;
  }

  forget(name: string): void {
    this.known.delete(name);
  }

  private async ask(feed: WaitingFeed): Promise<string> {
    try {
      return (await sourceOfFeed(await this.open(feed))) ?? NO_SOURCE;
    } catch {
      return NO_SOURCE; // who reads it says why it cannot be opened
    }
  }
}
