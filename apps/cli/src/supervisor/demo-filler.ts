import { StatusStore, type Database } from '@gable/persistence';
import type { Logger } from '@gable/runtime';
import fs from 'node:fs';
import path from 'node:path';
import { loadDemo, type DemoMaker } from '@gable/demo';
import { DemoInThread } from './demo-in-thread.js';
import { startProgressBar, type ProgressBar } from '../terminal/progress-bar.js';

/** Fills a store with the demo. */
export class DemoFiller {
  private maker: DemoInThread | undefined;

  constructor(
    private readonly home: string,
    private readonly log: Logger,
  ) {}

  /** Begins to make the demo, for a store that is sure to want it. */
  makeAhead(): void {
    this.maker ??= new DemoInThread();
  }

  /** Loads the demo into a store that holds nothing, and finishes one whose loading was interrupted. */
  async fill(database: Database): Promise<void> {
    const { home, log } = this;
    const begun = readMark(markOf(home));
    if (begun === undefined && !(await new StatusStore(database).isEmpty())) return;
    this.makeAhead();
    // The same instant gives the same demo: what an interrupted load has stored already is recognised and not stored
    // twice.
    const reference = begun ?? (await database.now());
    fs.writeFileSync(markOf(home), JSON.stringify({ reference }), { mode: 0o600 });
    log.info(
      { reference },
      begun === undefined
        ? 'the store is empty: loading the demo data'
        : 'finishing the interrupted load of the demo data',
    );
    await load(database, this.maker!, path.join(home, 'rejects'), reference);
    fs.rmSync(markOf(home));
    log.info('the demo data are loaded');
  }

  async close(): Promise<void> {
    await this.maker?.close();
  }
}

/** Whether an earlier start was interrupted while it loaded the demo. */
export function isDemoUnfinished(home: string): boolean {
  return readMark(markOf(home)) !== undefined;
}

function markOf(home: string): string {
  return path.join(home, 'demo-loading.json');
}

async function load(database: Database, maker: DemoMaker, rejectFolder: string, reference: Date): Promise<void> {
  let bar: ProgressBar | undefined;
  let stage: string | undefined;
  try {
    await loadDemo(database, {
      reference,
      rejectFolder,
      maker,
      onProgress: (progress) => {
        if (progress.stage !== stage) {
          bar?.stop();
          bar = startProgressBar(`Demo ${progress.stage}`, 'lines', progress.total);
          stage = progress.stage;
        }
        bar?.update(progress.done);
      },
    });
  } finally {
    bar?.stop();
  }
}

function readMark(file: string): Date | undefined {
  try {
    const reference = new Date((JSON.parse(fs.readFileSync(file, 'utf8')) as { reference: string }).reference);
    return Number.isNaN(reference.getTime()) ? undefined : reference;
  } catch {
    return undefined;
  }
}
