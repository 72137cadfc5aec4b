import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeReader, StepWriter } from '@gable/persistence/alerts';
import { MatchedStore } from '../testing/matched-store.js';
import { CHANGES_AT_ONCE } from './batch-reader.js';
import type { MatchingStage } from './matching-stage.js';

/** Two batches and a part of a third. */
const CHANGES = 2 * CHANGES_AT_ONCE + 100;
const FIRST = { external: (n: number) => `a${String(n).padStart(5, '0')}` };

let store: MatchedStore;
let stage: MatchingStage;
let alert: string;

beforeAll(async () => {
  store = await MatchedStore.open();
});
beforeEach(async () => {
  ({ stage } = await store.worker('ahead'));
  alert = await store.alert();
  while (await stage.step()); // its shards and the alert are there
});
afterEach(async () => {
  jest.restoreAllMocks();
  await stage.leave();
  await store.empty();
});
afterAll(() => store.close());

const feedAll = (): Promise<void> =>
  store.feed(...Array.from({ length: CHANGES }, (_, n) => ({ externalId: FIRST.external(n) })));
const note = (): Promise<object[]> =>
  store.database.query(`
    select (select count(*) from listing_change where id between first_change and last_change) as changes,
      (select count(*) from listing_change where id < first_change) as before from match_inflight`);

/** Runs this beside the first commit of a step that has events, before it writes. */
function besideFirstCommit(work: () => Promise<void>): void {
  const commit = StepWriter.prototype.commit;
  let isFirst = true;
  jest.spyOn(StepWriter.prototype, 'commit').mockImplementation(async function (this: StepWriter, step, again) {
    if (isFirst && step.events.length > 0) {
      isFirst = false;
      await work();
    }
    return commit.call(this, step, again);
  });
}

async function untilNoted(changes: number): Promise<void> {
  for (
    let tries = 0;
    tries < 500 && !(await note()).some((row) => 'changes' in row && row.changes === changes);
    tries++
  )
    await sleep(10);
}

it('the states of the next batch are read while one is written, and every change becomes its event once', async () => {
  await feedAll();
  const next = jest.spyOn(ChangeReader.prototype, 'next');
  await store.walk(stage);
  expect(next.mock.calls.filter(([, , underWayFrom]) => typeof underWayFrom === 'number').length).toBeGreaterThan(0);
  expect(await store.events(alert)).toEqual(
    Array.from({ length: CHANGES }, (_, n) => `${FIRST.external(n)} 1 NEW_MATCH`),
  );
});

it('the note of what is under way covers both batches, moves on with them, and goes when nothing is left', async () => {
  await feedAll();
  let beside: object[] = [];
  besideFirstCommit(async () => {
    await untilNoted(2 * CHANGES_AT_ONCE);
    beside = await note();
  });
  await store.walk(stage);
  expect(beside).toEqual([{ changes: 2 * CHANGES_AT_ONCE, before: 0 }]);
  while (await stage.step());
  expect(await note()).toEqual([]);
});

it('a batch that was read ahead is matched with the alerts as they are when its turn comes', async () => {
  await feedAll();
  besideFirstCommit(async () => {
    await untilNoted(2 * CHANGES_AT_ONCE);
    await store.edit(alert, { active: false });
  });
  await store.walk(stage);
  expect((await store.events(alert)).length).toBeLessThanOrEqual(CHANGES_AT_ONCE);
});

it('what was read ahead of a step that fails is read again, and nothing is passed over', async () => {
  await feedAll();
  besideFirstCommit(() => Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' })));
  await store.walk(stage);
  expect(new Set(await store.events(alert)).size).toBe(CHANGES);
});

it('a worker that leaves while it reads ahead leaves no note behind', async () => {
  await feedAll();
  const { stage: leaving } = await store.worker('leaving');
  await stage.leave();
  const next = jest.spyOn(ChangeReader.prototype, 'next');
  const isAhead = (): boolean => next.mock.calls.some(([, , underWayFrom]) => typeof underWayFrom === 'number');
  while (!isAhead()) await leaving.step();
  await leaving.leave();
  expect(await note()).toEqual([]);
});
