import type { DemoFile, DemoMaker, DemoOptions } from '@gable/demo';
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Bundled beside the command line. */
const PROGRAM = path.join(import.meta.dirname, '..', 'demo-thread.js');

/** Makes the demo on a processor of its own, while the database is made and stores what came before. */
export class DemoInThread implements DemoMaker {
  private thread: Worker | undefined;
  private made: Promise<DemoFile> | undefined;
  /** Listings that were begun ahead, and up to which instant. */
  private ahead: { readonly reference: Date; readonly listings: Promise<DemoFile> } | undefined;

  /** The instant to load the demo with, where it was begun ahead. */
  get reference(): Date | undefined {
    return this.ahead?.reference;
  }

  /** Ahead, where the demo is sure to be wanted: the database is being made meanwhile. */
  begin(reference: Date): void {
    const listings = this.listings({ reference });
    listings.catch(() => undefined); // thrown where it is waited for
    this.ahead = { reference, listings };
  }

  divisions(): Promise<DemoFile> {
    this.made ??= next((this.thread = new Worker(PROGRAM)));
    return this.made;
  }

  async listings(options: DemoOptions): Promise<DemoFile> {
    if (this.ahead !== undefined && isOnlyFor(options, this.ahead.reference)) return this.ahead.listings;
    await this.divisions();
    const made = next(this.thread!);
    this.thread!.postMessage(options);
    return made;
  }

  async close(): Promise<void> {
    await this.thread?.terminate();
    this.made = this.ahead = undefined;
  }
}

function isOnlyFor({ reference, ...others }: DemoOptions, instant: Date): boolean {
  return reference.getTime() === instant.getTime() && Object.values(others).every((other) => other === undefined);
}

/** What the thread gives next; a failure in it rejects. */
function next(thread: Worker): Promise<DemoFile> {
  const given = once(thread, 'message').then(([file]) => file as DemoFile);
  given.catch(() => undefined); // it is waited for later, or by nobody where the demo is not wanted
  return given;
}
