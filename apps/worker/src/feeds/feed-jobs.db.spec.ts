import { LOCKS, openDatabase, type Database } from '@gable/persistence';
import { FeedJobStore, FeedReaderStore, FeedSweepStore, type FeedJob } from '@gable/persistence/feeds';
import { BatchStore } from '@gable/persistence/listings';
import { createTestDatabase, endLockHolder, type TestDatabase, untilWaiting } from '@gable/testing';
import { feedLine, never, readAll } from '../testing/feed-folder.js';
import { FeedSpool } from '../testing/feed-spool.js';
import { FeedPlaces } from '../ingest/feed-places.js';
import { FeedJobsStage } from './feed-jobs-stage.js';
import { FeedSweepStage } from './feed-sweep-stage.js';

let testDatabase: TestDatabase;
let database: Database;
let spool: FeedSpool;
/** What was notified, in its order. */
let notes: string[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 8 });
});
beforeEach(async () => {
  await database.query(
    `truncate listing, listing_revision, listing_block, listing_change, market_event, index_dirty, property, source_figures,
       feed_portion, feed_reject_portion, feed_job`,
  );
  spool = new FeedSpool(database);
  notes = [];
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const stageOn = (on: Database = database, places = new FeedPlaces(on)) =>
  new FeedJobsStage(on, places, {
    done: ({ id }, { read, changed, unchanged, rejected }) =>
      void notes.push(`done ${id} ${[read, changed, unchanged, rejected].join(' ')}`),
    setBack: ({ id }, error) => void notes.push(`set back ${id} ${(error as Error).message}`),
    givenUp: ({ id }, _report, error) => void notes.push(`given up ${id} ${(error as Error).message}`),
  });
const job = async (id: string): Promise<FeedJob> => {
  const states = ['UPLOADING', 'WAITING', 'READING', 'DONE', 'FAILED'] as const;
  return (await new FeedJobStore(database).inStates(states, 1_000)).find((each) => each.id === id)!;
};
const lines = (count: number, { of = 'portal.example', prefix = 'l' } = {}) =>
  Array.from({ length: count }, (_, n) =>
    feedLine(`${prefix}${n}`, 100_000 + n * 1_000).replace('portal.example', of),
  ).join('\n');
const listings = async () => (await database.query<{ count: number }>('select count(*) from listing'))[0]!.count;
const rejectsOf = async (id: string) => {
  let text = '';
  for await (const portion of new FeedJobStore(database).rejects(id)) text += portion.toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { line: number; text: string });
};
const step = (signal = never) => stageOn().step(signal);

it('reads a job to its end and says what became of its lines', async () => {
  const foreign = feedLine('x', 1).replace('portal.example', 'other.example');
  const id = await spool.send(`${lines(60)}\n{"broken":true}\n${foreign}\n${feedLine('l0', 100_000)}\n`);
  await readAll(stageOn());
  expect(await job(id)).toMatchObject({
    state: 'DONE',
    attempt: 1,
    report: { read: 63, accepted: 61, changed: 60, unchanged: 1, stale: 0, rejected: 2, unknownFields: {} },
    firstRejects: [
      { line: 61, reasons: expect.any(Array) as unknown },
      {
        line: 62,
        reasons: [
          { path: 'source.domain', message: 'is not portal.example, the source of this feed, got other.example' },
        ],
      },
    ],
  });
  expect((await rejectsOf(id)).map(({ line, text }) => [line, text])).toEqual([
    [61, '{"broken":true}'],
    [62, foreign],
  ]);
  expect(await listings()).toBe(60);
});

it.each([
  ['half of a surrogate pair in a name', '{"\\ud83d": 1}'],
  ['a NUL in a name', '{"a\\u0000b": 1}'],
  ['an emoji where JSON expects a value', '{"price": 😀}'],
  ['UTF-16 without a mark', '\0{\0}'],
])('is done with a feed that holds %s, and with the one behind it', async (_, line) => {
  const strange = await spool.send(`${line}\n${lines(1)}\n`);
  const other = await spool.send(lines(2, { of: 'other.example' }), { domain: 'other.example' });
  await readAll(stageOn());
  expect((await job(strange)).state).toBe('DONE');
  expect((await job(other)).state).toBe('DONE');
  expect(await listings()).toBe(3);
});

it('begins no job any more once its lock is lost: another worker reads them in their order', async () => {
  const [first, second] = [await spool.send(lines(3)), await spool.send(lines(3, { prefix: 'm' }))];
  const { ended } = await database.transaction(async (batch) => {
    await new BatchStore(batch).begin();
    const stepping = step().catch(() => {});
    await untilWaiting(database);
    expect(await endLockHolder(database, LOCKS.feedJobs)).toHaveLength(1);
    return { ended: stepping };
  });
  await ended;
  expect(await job(second)).toMatchObject({ state: 'WAITING', attempt: 0 });
  await readAll(stageOn());
  for (const id of [first, second]) expect(await job(id)).toMatchObject({ state: 'DONE', report: { stale: 0 } });
  expect(await listings()).toBe(6);
});

describe('a snapshot', () => {
  const snapshotOf = (domain: string, observedAt: string) =>
    `${JSON.stringify({ snapshot: { source: { domain }, observedAt } })}\n`;
  const online = async () =>
    (await database.query<{ count: number }>(`select count(*) from listing where online`))[0]!.count;

  it('takes offline what it does not name, and its job says how many and what was newer', async () => {
    await spool.send(lines(10));
    const id = await spool.send(snapshotOf('portal.example', '2026-06-02T00:00:00Z') + lines(8));
    const older = await spool.send(snapshotOf('portal.example', '2026-06-01T00:00:00Z') + lines(7));
    await readAll(stageOn());
    expect(await job(id)).toMatchObject({ state: 'DONE', report: { read: 8, rejected: 0, offline: 2 } });
    const newerSnapshot = '2026-06-02T00:00:00.000Z';
    expect(await job(older)).toMatchObject({ state: 'DONE', report: { read: 7, offline: 0, newerSnapshot } });
    expect(await online()).toBe(8);
  });

  it('of another source takes nobody offline', async () => {
    await spool.send(lines(10, { of: 'other.example' }), { account: 'Other', domain: 'other.example' });
    const id = await spool.send(snapshotOf('other.example', '2026-06-02T00:00:00Z') + lines(2));
    await readAll(stageOn());
    const message = 'is not portal.example, the source of this feed, got other.example';
    const reasons = [{ path: 'snapshot.source.domain', message }];
    expect(await job(id)).toMatchObject({ state: 'DONE', firstRejects: [{ line: 1, reasons }] });
    expect(await online()).toBe(12);
  });

  it('that drops too much fails at once, with what to do', async () => {
    await spool.send(lines(10));
    const id = await spool.send(snapshotOf('portal.example', '2026-06-02T00:00:00Z') + lines(2));
    await readAll(stageOn());
    const toDo = /8 of the 10 .*gable feeds retry/;
    expect(await job(id)).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(toDo) as unknown });
    expect(await online()).toBe(10);
    const retry = async (options?: { force: boolean }) => {
      await new FeedJobStore(database).retry(id, options);
      await readAll(stageOn());
    };
    await retry();
    expect([(await job(id)).state, await online()]).toEqual(['FAILED', 10]);
    await retry({ force: true });
    expect(await job(id)).toMatchObject({ state: 'DONE', report: { offline: 8 } });
    expect(await online()).toBe(2);
  });
});

it('keeps 100 reasons with the job and all rejected lines beside it', async () => {
  const id = await spool.send('{"broken":true}\n'.repeat(9_000));
  await readAll(stageOn());
  expect((await job(id)).firstRejects).toHaveLength(100);
  expect(await rejectsOf(id)).toHaveLength(9_000);
});

it('does not read what has not arrived to its end', async () => {
  const { jobId } = await spool.upload(lines(3));
  expect(await step()).toBe(false);
  expect([await listings(), (await job(jobId)).state]).toEqual([0, 'UPLOADING']);
});

it('lets a small feed of another account pass a large one that is being read', async () => {
  const large = await spool.send(lines(6_000, { prefix: 'large' }));
  const stop = new AbortController();
  const reading = stageOn().step(stop.signal);
  while ((await job(large)).state !== 'READING') await new Promise((resolve) => setTimeout(resolve, 5));
  const small = await spool.send(lines(5, { of: 'small.example' }), { account: 'Small', domain: 'small.example' });
  await reading;
  expect(notes.map((note) => note.split(' ').slice(0, 3).join(' '))).toEqual([`done ${small} 5`, `done ${large} 6000`]);
}, 60_000);

it('reads the feeds of one source in the order of their arrival', async () => {
  const ids = [];
  for (const price of [1, 2, 3]) ids.push(await spool.send(feedLine('a', price, `2026-01-0${price}T00:00:00Z`)));
  await readAll(stageOn());
  expect(notes).toEqual(ids.map((id) => `done ${id} 1 1 0 0`));
});

it('begins a job again that a worker has left, and counts what it had stored as unchanged', async () => {
  const id = await spool.send(`${lines(50)}\n{"broken":true}\n`);
  const left = await new FeedReaderStore(database).begin(id);
  await new FeedReaderStore(database).addRejects(left!, 0, '{"line":1,"reasons":[],"text":"of the first reading"}\n');
  await database.query(`update feed_job set report = '{"read": 7}'`);
  await readAll(stageOn());
  expect(await job(id)).toMatchObject({ state: 'DONE', attempt: 2, deaths: 1, report: { read: 51, changed: 50 } });
  expect(await rejectsOf(id)).toHaveLength(1);
});

it('lets nobody finish a reading that another has replaced', async () => {
  const id = await spool.send(lines(2));
  const store = new FeedReaderStore(database);
  const left = (await store.begin(id))!;
  await readAll(stageOn());
  const before = await job(id);
  expect(await store.finish(left, { ...before.report!, read: 99 }, [])).toBe(false);
  await store.setBack(left, 0);
  await store.giveUp(left, 'never mind');
  await expect(store.addRejects(left, 0, 'x\n')).rejects.toThrow('another worker');
  expect(await job(id)).toEqual(before);
});

it('leaves a job to the next worker when it is told to stop, and counts no death', async () => {
  const id = await spool.send(lines(4_000));
  const stop = new AbortController();
  const reading = stageOn().step(stop.signal);
  while ((await listings()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort();
  await reading;
  expect(await job(id)).toMatchObject({ state: 'WAITING', deaths: 0, tries: 0, attempt: 1 });
  await readAll(stageOn());
  const { report } = await job(id);
  expect(report).toMatchObject({ read: 4_000, rejected: 0 });
  expect(report!.unchanged).toBeGreaterThan(0);
  expect(await listings()).toBe(4_000);
}, 60_000);

it('gives a job up after three tries, with a reason that quotes no database, and lets an operator retry or drop it', async () => {
  const id = await spool.send(lines(2));
  const behind = await spool.send(lines(2, { of: 'other.example' }), { domain: 'other.example' });
  const places = new FeedPlaces(database);
  const failing = stageOn(database, places);
  Object.assign((places as unknown as { divisions: object }).divisions, {
    current: () => Promise.reject(new Error('a secret of the disk')),
  });
  for (let tries = 0; tries < 3; tries += 1) {
    await failing.step(never);
    await database.query('update feed_job set not_before = null');
  }
  expect(await job(id)).toMatchObject({
    state: 'FAILED',
    tries: 3,
    reason: expect.not.stringContaining('secret') as unknown,
  });
  expect(notes.filter((note) => note.startsWith('given up')).sort()).toEqual(
    [`given up ${id} a secret of the disk`, `given up ${behind} a secret of the disk`].sort(),
  );
  const operator = new FeedJobStore(database);
  expect([await operator.retry(id), await operator.drop(id), await operator.retry(behind)]).toEqual([
    true,
    false,
    true,
  ]);
  await readAll(stageOn());
  expect(await job(id)).toMatchObject({ state: 'DONE', reason: null, report: { changed: 2 } });
  expect(await operator.retry(id)).toBe(false);
});

it('gives up after three tries a job whose end the database refuses, and does the one beside it', async () => {
  const { finish } = FeedReaderStore.prototype;
  const id = await spool.send(lines(2));
  const other = await spool.send(lines(3, { of: 'other.example' }), { domain: 'other.example' });
  const refusing = jest.spyOn(FeedReaderStore.prototype, 'finish').mockImplementation(function (
    this: FeedReaderStore,
    ...[reading, ...found]
  ) {
    return reading.id === id
      ? Promise.reject(new Error('a report of strange text'))
      : finish.apply(this, [reading, ...found]);
  });
  try {
    for (let tries = 0; tries < 3; tries += 1) {
      await stageOn().step(never);
      await database.query('update feed_job set not_before = null');
    }
  } finally {
    refusing.mockRestore();
  }
  expect(await job(id)).toMatchObject({ state: 'FAILED', tries: 3, report: null });
  expect((await job(other)).state).toBe('DONE');
  expect(notes.filter((note) => note.startsWith('given up'))).toEqual([`given up ${id} a report of strange text`]);
  expect(await listings()).toBe(5);
});

it('counts no try where the database was away', async () => {
  const id = await spool.send(lines(2));
  await database.query('alter table market_event rename to gone');
  await expect(step()).rejects.toThrow('market_event');
  expect(await job(id)).toMatchObject({ state: 'WAITING', tries: 0, deaths: 0 });
  await database.query('alter table gone rename to market_event');
  await readAll(stageOn());
  expect((await job(id)).state).toBe('DONE');
});

it('is done by one of several workers at a time', async () => {
  const other = await openDatabase(testDatabase.url, { poolSize: 4 });
  try {
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push(await spool.send(lines(3, { prefix: `${n}-` })));
    const stages = [stageOn(), stageOn(other)];
    for (let turns = 0; turns < 50 && notes.length < 6; turns += 1)
      await Promise.all(stages.map((stage) => stage.step(never)));
    expect(notes).toEqual(ids.map((id) => `done ${id} 3 3 0 0`));
    expect((await Promise.all(ids.map(job))).map(({ deaths }) => deaths)).toEqual(ids.map(() => 0));
  } finally {
    await other.close();
  }
});

describe('the sweep', () => {
  const sweep = async () => {
    const stage = new FeedSweepStage(database);
    while (await stage.step());
  };
  const left = async (table: string) => (await database.query(`select distinct job_id as id from ${table}`)).length;

  it('removes what was read, dropped or cut, and keeps what waits or may be tried again', async () => {
    const noise = (n: number) => `${lines(400, { prefix: `${n}-${Math.random()}` })}`;
    const done = await spool.send(`${noise(1)}\n{}`);
    await readAll(stageOn());
    const waiting = await spool.send(noise(2));
    const { jobId: arriving } = await spool.upload(noise(3));
    const { jobId: cut } = await spool.upload(noise(4));
    const failed = await spool.send(noise(5));
    const dropped = await spool.send(noise(6));
    await database.query(`update feed_job set touched_at = now() - interval '6 minutes' where id = $1`, [cut]);
    await database.query(
      `update feed_job set state = 'FAILED', finished_at = now(), spooled_until = now() + interval '1 day'
       where id = any($1)`,
      [[failed, dropped]],
    );
    await new FeedJobStore(database).drop(dropped);
    await sweep();
    const kept = await database.query<{ id: string }>('select distinct job_id as id from feed_portion order by 1');
    expect(kept.map(({ id }) => id)).toEqual([waiting, arriving, failed].sort());
    expect(await job(cut)).toBeUndefined();
    expect(await job(done)).toMatchObject({ spooledBytes: 0, portions: expect.any(Number) as unknown });
    expect(await rejectsOf(done)).toHaveLength(1);
    await database.query(`update feed_job set finished_at = now() - interval '31 days' where id = $1`, [done]);
    await sweep();
    expect(await job(done)).toBeUndefined();
    expect(await left('feed_reject_portion')).toBe(0);
  });

  it('keeps the rejected lines of the newest jobs of an account, as far as they have room', async () => {
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await spool.send('{}\n'));
    const other = await spool.send('{}\n', { account: 'Other' });
    await readAll(stageOn());
    const { rejectBytes } = await job(ids[0]!);
    await new FeedSweepStore(database).rejectsBeyond(2 * rejectBytes, 10);
    expect((await Promise.all([...ids, other].map(rejectsOf))).map(({ length }) => length)).toEqual([0, 1, 1, 1]);
    expect(await job(ids[0]!)).toMatchObject({ rejectBytes: 0, report: { rejected: 1 } });
  });
});
