import { StatusStore, type Database } from '@gable/persistence';
import type { Logger } from '@gable/runtime';
import path from 'node:path';
import { loadDemo, type DemoMaker } from '@gable/demo';
import { startProgressBar, type ProgressBar } from '../terminal/progress-bar.js';
import { DemoMark } from './demo-mark.js';

/** Loads the demo into a store that holds nothing, and finishes one whose loading was interrupted. */
export async function fillWithDemo(database: Database, home: string, maker: DemoMaker, log: Logger): Promise<void> {
  const mark = new DemoMark(home);
  const begun = mark.read();
  if (begun === undefined && !(await new StatusStore(database).isEmpty())) return;
  // The same instant gives the same demo: what an interrupted load has stored already is recognised and not stored
  // twice.
  const reference = begun ?? (await database.now());
  mark.set(reference);
  log.info(
    { reference },
    begun === undefined
      ? 'the store is empty: loading the demo data'
      : 'finishing the interrupted load of the demo data',
  );
  await load(database, maker, path.join(home, 'rejects'), reference);
  mark.remove();
  log.info('the demo data are loaded');
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
