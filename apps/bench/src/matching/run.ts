import { generateWorkload } from '@gable/alert-index/testing';
import { withLargePages } from '@gable/runtime';
import { flag, type ProgramCall, readOptions, wholeNumbers } from '@gable/testing/options';
import { spawnSync } from 'node:child_process';
import { measureCrowd, measureHostile } from './cases.js';
import { measureOperations } from './operations.js';
import { measureBesideYardstick } from './beside-yardstick.js';
import { BenchNotes } from './notes.js';
import { measureSideBySide } from './side-by-side.js';
import { loadIndex } from './load-index.js';
import { measureWords } from './words.js';

const SEED = 1;
/** The size at which the cases that could become a cliff are measured. */
const CASE_SIZE = 100_000;
/** Different listings in a pass: enough for a 99th percentile, and far more alerts than any cache holds. */
const LISTINGS = 2_000;
/** Hostile trees take their time; a few listings show it. */
const LISTINGS_BESIDE_HOSTILE = 250;

/**
 * Which of all alerts does a listing meet? The index beside the plain matcher over all alerts and beside one closure
 * per alert, on the same alerts and listings, in turns, one core. Answers are compared id by id; a difference ends the
 * run. `YARDSTICK=FOLDER` measures beside the index in that folder instead. At 100,000 alerts also a crowded city and
 * hostile trees. Runs in a process with the memory of a worker (large pages).
 */
export async function run(call: ProgramCall): Promise<void> {
  const {
    alerts: sizes,
    crowd,
    hostile,
    words,
    json,
    smallPages,
  } = readOptions(call, {
    alerts: wholeNumbers('alerts in the index, one run for each number', [10_000, 100_000], 1_000),
    crowd: flag('measures a crowded city alone'),
    hostile: flag('measures hostile trees alone'),
    words: flag('measures what words cost, beside the same alerts without them'),
    smallPages: flag('with the memory that any process gets, not that of a worker (large pages)'),
  });
  if (!smallPages && process.env['GLIBC_TUNABLES'] === undefined) {
    process.exitCode =
      spawnSync(process.execPath, process.argv.slice(1), { env: withLargePages(process.env), stdio: 'inherit' })
        .status ?? 1;
    return;
  }
  const notes = new BenchNotes(json);
  if (words) {
    for (const size of sizes) measureWords(size, LISTINGS, SEED, notes);
    return notes.print();
  }
  // So that no case pays for code that is compiled at its first use
  loadIndex(CASE_SIZE / 50, generateWorkload(SEED).alert);
  const yardstick = process.env['YARDSTICK'];
  if (yardstick !== undefined) {
    for (const size of sizes) await measureYardstick(yardstick, size, notes);
    return notes.print();
  }
  if (!crowd && !hostile) for (const size of sizes) measureSize(size, notes);
  if (crowd || (!hostile && sizes.includes(CASE_SIZE))) measureCrowd(CASE_SIZE, LISTINGS, SEED, notes);
  if (hostile || (!crowd && sizes.includes(CASE_SIZE))) measureHostile(CASE_SIZE, LISTINGS_BESIDE_HOSTILE, SEED, notes);
  notes.print();
}

function measureSize(size: number, notes: BenchNotes): void {
  notes.say(`\n${size.toLocaleString('en')} generated alerts, ${LISTINGS.toLocaleString('en')} listings`);
  const workload = generateWorkload(SEED);
  const loaded = loadIndex(size, workload.alert);
  notes.add({ bench: 'matching', case: 'load', alerts: size, ...loaded.figures });
  const listings = Array.from({ length: LISTINGS }, (_, number) => workload.listing(number));
  notes.add({
    bench: 'matching',
    case: 'match',
    alerts: size,
    ...measureSideBySide(loaded.index, size, workload, listings),
  });
  for (const figures of measureOperations(loaded.index, size, workload, listings))
    notes.add({ bench: 'matching', alerts: size, ...figures });
}

async function measureYardstick(folder: string, size: number, notes: BenchNotes): Promise<void> {
  notes.say(`\n${size.toLocaleString('en')} generated alerts, ${LISTINGS.toLocaleString('en')} listings`);
  const workload = generateWorkload(SEED);
  const { index } = loadIndex(size, workload.alert);
  const listings = Array.from({ length: LISTINGS }, (_, number) => workload.listing(number));
  const figures = await measureBesideYardstick(folder, index, size, workload, listings);
  notes.add({ bench: 'matching', case: 'yardstick', alerts: size, ...figures });
}
