import { AlertIndex } from '@gable/alert-index';
import type { Criteria } from '@gable/domain/criteria';
import { generateCases } from '@gable/domain/testing';
import type { LoadedAlert } from '@gable/persistence/alerts';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AlertCompiler } from './alert-compiler.js';

const PROGRAM = path.resolve(__dirname, '../../../..', 'apps/worker/dist/compile-thread.js');
const CASES = generateCases(5, 600);

/** Sixty portions of ten, as a reader gives them; every seventh alert names shapes. */
async function* portions(): AsyncGenerator<readonly LoadedAlert[]> {
  for (let from = 0; from < CASES.length; from += 10)
    yield CASES.slice(from, from + 10).map(({ criteria }, i) => ({
      ...({} as LoadedAlert),
      id: String(from + i),
      criteria,
      plainCriteria: (from + i) % 7 === 0 ? null : JSON.stringify(criteria),
    }));
}

/** An index of the cases, and how many of them were compiled in the thread. */
async function load(compiler: AlertCompiler): Promise<{ index: AlertIndex; compiled: number; ids: string[] }> {
  const index = new AlertIndex();
  const ids: string[] = [];
  let count = 0;
  for await (const { alerts, compiled } of compiler.compile(portions())) {
    for (const [place, { id, criteria }] of alerts.entries()) {
      ids.push(id);
      if (compiled !== undefined && index.addCompiled(Number(id), compiled, place)) count += 1;
      else index.add(Number(id), criteria as Criteria);
    }
  }
  return { index, compiled: count, ids };
}

const answers = (index: AlertIndex): number[][] => {
  const into = new Int32Array(CASES.length);
  return CASES.map(({ listing }) => [...into.subarray(0, index.match(listing, into))].sort((a, b) => a - b));
};

const never = (error: unknown): void => {
  throw error;
};

let plain: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  plain = await load(new AlertCompiler(never, PROGRAM, CASES.length));
});

it('hands out every alert once, in order, and they are met by the same listings as without the thread', async () => {
  const { index, compiled, ids } = await load(new AlertCompiler(never, PROGRAM, 3));
  expect(ids).toEqual(CASES.map((_, id) => String(id)));
  expect([plain.compiled, compiled > 100]).toEqual([0, true]);
  expect(answers(index)).toEqual(answers(plain.index));
});

it('goes on without a thread that ends under way, and says so', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-compiler-'));
  const program = path.join(folder, 'ends.mjs');
  fs.writeFileSync(
    program,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', () => { throw new Error('It ends here.'); });`,
  );
  const failures: unknown[] = [];
  const { index, compiled, ids } = await load(new AlertCompiler((error) => failures.push(error), program, 0));
  fs.rmSync(folder, { recursive: true });
  expect(failures).toEqual([expect.objectContaining({ message: 'It ends here.' })]);
  expect([compiled, ids.length]).toEqual([0, CASES.length]);
  expect(answers(index)).toEqual(answers(plain.index));
});
