import { StatusStore, type Database } from '@gable/persistence';
import type { Logger } from '@gable/runtime';
import path from 'node:path';
import { loadDemo } from '@gable/demo';
import { startProgressBar, type ProgressBar } from '../terminal/progress-bar.js';
import type { DemoInThread } from './demo-in-thread.js';
import { DemoMark } from './demo-mark.js';

/** Of the listings: from then on searches find something, and the processors have time for more than the demo. */
const ENOUGH_TO_SEARCH = 1 / 3;

/**
 * Loads the demo into a store that holds nothing, and finishes one whose loading was interrupted. `onSearchable` is
 * called, perhaps often, once there is enough to search.
 */
export async function fillWithDemo(
  database: Database,
  home: string,
  maker: DemoInThread,
  log: Logger,
  onSearchable: () => void,
): Promise<void> {
  const mark = new DemoMark(home);
  const begun = mark.read();
  if (begun === undefined && !(await new StatusStore(database).isEmpty())) return;
  // The same instant gives the same demo: what an interrupted load has stored already is recognised and not stored
  // twice.
  const reference = begun ?? maker.reference ?? (await database.now());
  mark.set(reference);
  log.info(
    { reference },
    begun === undefined
      ? 'the store is empty: loading the demo data'
      : 'finishing the interrupted load of the demo data',
  );
  await load(database, maker, path.join(home, 'rejects'), reference, onSearchable);
  mark.remove();
  log.info('the demo data are loaded');
}

async function load(
  database: Database,
  maker: DemoInThread,
  rejectFolder: string,
  reference: Date,
  onSearchable: () => void,
): Promise<void> {
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
        if (progress.stage === 'listings' && progress.done > progress.total * ENOUGH_TO_SEARCH) onSearchable();
      },
    });
  } finally {
    bar?.stop();
  }
}
