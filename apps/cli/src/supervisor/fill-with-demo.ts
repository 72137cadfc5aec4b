import { StatusStore, type Database } from '@gable/persistence';
import type { Logger } from '@gable/runtime';
import fs from 'node:fs';
import path from 'node:path';
import { loadDemo } from '@gable/demo';
import { startProgressBar, type ProgressBar } from '../terminal/progress-bar.js';

/** Loads the demo into a store that holds nothing, and finishes one whose loading was interrupted. */
export async function fillWithDemo(database: Database, home: string, log: Logger): Promise<void> {
  const mark = path.join(home, 'demo-loading.json');
  const begun = readMark(mark);
  if (begun === undefined && !(await new StatusStore(database).isEmpty())) return;
  // The same instant gives the same demo: what an interrupted load has stored already is recognised and not stored
  // twice.
  const reference = begun ?? (await database.now());
  fs.writeFileSync(mark, JSON.stringify({ reference }), { mode: 0o600 });
  log.info(
    { reference },
    begun === undefined
      ? 'the store is empty: loading the demo data'
      : 'finishing the interrupted load of the demo data',
  );
  await load(database, path.join(home, 'rejects'), reference);
  fs.rmSync(mark);
  log.info('the demo data are loaded');
}

async function load(database: Database, rejectFolder: string, reference: Date): Promise<void> {
  let bar: ProgressBar | undefined;
  let stage: string | undefined;
  try {
    await loadDemo(database, {
      reference,
      rejectFolder,
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
