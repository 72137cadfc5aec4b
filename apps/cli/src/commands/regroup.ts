import { regroup, type RegroupExample, type RegroupReport } from '@gable/ingest';
import { Command } from 'commander';
import { printAnswer } from '../terminal/outcome.js';
import { startProgressBar } from '../terminal/progress-bar.js';
import { withDatabase } from '../supervisor/with-database.js';

export function regroupCommand(): Command {
  return new Command('regroup')
    .option('--dry-run', 'only print what would change')
    .option('--json', 'one JSON document on standard output')
    .action(({ dryRun, json }: { dryRun?: boolean; json?: boolean }) =>
      withDatabase(async ({ database, signal }) => {
        const bar = startProgressBar('Regroup', 'properties', 1);
        let report: RegroupReport;
        try {
          report = await regroup(database, { dryRun, signal, onProgress: (looked, of) => bar.update(looked, of) });
        } finally {
          bar.stop();
        }
        printAnswer(json, report, describe(report));
      }),
    );
}

function describe({ dryRun, passes, merged, split, moved, keysAdded, settled, examples }: RegroupReport): string {
  const would = dryRun ? 'would be' : 'were';
  return [
    `${merged} properties ${would} merged into others, ${split} ${would} created from listings that did ` +
      'not belong where they were.',
    `${moved} listings ${would} moved, in ${passes} passes.`,
    ...(keysAdded === 0 ? [] : [`${keysAdded} blocking keys ${would} added.`]),
    ...(settled ? [] : ['Listings kept arriving: run it again for the rest.']),
    ...(examples.length === 0 ? [] : ['The largest changes:']),
    ...examples.map(describeExample),
  ].join('\n');
}

const VERBS: Readonly<Record<RegroupExample['kind'], string>> = {
  MERGE: 'merged into',
  SPLIT: 'split off, into',
  MOVE: 'moved to',
};

function describeExample({ kind, from, into, listings, averageBits, reasons }: RegroupExample): string {
  return `  ${from} (${listings} listings) ${VERBS[kind]} ${into}, ${averageBits} bits: ${reasons.join('; ')}`;
}
