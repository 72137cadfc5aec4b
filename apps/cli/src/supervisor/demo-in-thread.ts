import type { DemoFile, DemoMaker, DemoOptions } from '@gable/demo';
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Bundled beside the command line. */
const PROGRAM = path.join(import.meta.dirname, '..', 'demo-thread.js');

/** Makes the demo on a processor of its own, while the database is made and stores what came before. */
export class DemoInThread implements DemoMaker {
  private readonly thread = new Worker(PROGRAM);
  private readonly madeDivisions = this.next();

  divisions(): Promise<DemoFile> {
    return this.madeDivisions;
  }

  async listings(options: DemoOptions): Promise<DemoFile> {
    await this.madeDivisions;
    this.thread.postMessage(options);
    return this.next();
  }

  async close(): Promise<void> {
    await this.thread.terminate();
  }

  /** What the thread gives next; a failure in it rejects. */
  private next(): Promise<DemoFile> {
    const given = once(this.thread, 'message').then(([file]) => file as DemoFile);
    given.catch(() => undefined); // it is waited for later, or by nobody where the demo is not wanted
    return given;
  }
}
