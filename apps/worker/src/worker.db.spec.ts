import { setTimeout as sleep } from 'node:timers/promises';
import { newId, StatusStore, type Database } from '@gable/persistence';
import { UsageStore } from '@gable/persistence/usage';
import { UPKEEP } from './testing/kept-for-ever.js';
import { MatchingStage } from './matching/matching-stage.js';
import { runStage } from './pipeline/stage.js';
import { type FeedFolder, feedLine, readAll } from './testing/feed-folder.js';
import { FeedWorld } from './testing/feed-world.js';
import { passFence } from './testing/pass-fence.js';
import { UpkeepStage } from './upkeep/upkeep-stage.js';

const world = new FeedWorld();
let database: Database;
let feeds: FeedFolder;

beforeEach(() => {
  ({ database, feeds } = world);
});

async function untilNothingWaits(stages: readonly { step(): Promise<boolean> }[]): Promise<void> {
  await passFence(database);
  for (let tries = 0; tries < 1_000 && (await new StatusStore(database).read()).pending.changes > 0; tries++) {
    for (const each of stages) await each.step();
    await sleep(20);
  }
}

const changesKept = async () =>
  (await database.query<{ count: number }>('select count(*) from listing_change'))[0]!.count;

describe('upkeep', () => {
  let matching: MatchingStage;
  beforeEach(() => {
    matching = new MatchingStage(database, {
      stepped: () => {},
      loaded: () => {},
      begunAnew: () => {},
      compilingFailed: () => {},
    });
  });
  afterEach(() => matching.leave());

  it('removes changes that the walk has passed, and marks that nobody reads', async () => {
    const ingest = await feeds.stage(database);
    feeds.drop('feed.ndjson', Array.from({ length: 50 }, (_, i) => feedLine(`l${i}`, 1_000 + i)).join('\n'));
    await readAll(ingest);
    expect((await new StatusStore(database).read()).pending).toEqual({ changes: 50, indexing: 50, deliveries: 0 });
    const upkeep = new UpkeepStage(database, UPKEEP);
    await upkeep.step();
    expect(await changesKept()).toBe(50); // nobody has walked them
    await untilNothingWaits([matching, upkeep]);
    await upkeep.step();
    expect(await changesKept()).toBe(0);
    expect((await new StatusStore(database).read()).pending).toEqual({ changes: 0, indexing: 0, deliveries: 0 });
  });

  it('adds usage of past hours to one row an hour', async () => {
    const [hour] = await database.query<{ at: Date }>(
      `select date_bin('1 hour', now(), '2000-01-01T00:00:00Z') - interval '3 hours' as at`,
    );
    const moments = [100, 200, 3_599_900].map((ms) => new Date(hour!.at.getTime() + ms));
    const used = {
      apiKeyUuid: newId(new Date()),
      route: 'POST /properties',
      routeType: 'search' as const,
      calls: 1,
      results: 2,
    };
    await new UsageStore(database).add(
      newId(new Date()),
      1,
      moments.map((at) => ({ ...used, at })),
    );
    await new UpkeepStage(database, UPKEEP).step();
    expect(await database.query('select at, calls, results from usage_count')).toEqual([
      { at: hour!.at, calls: 3, results: 6 },
    ]);
  });

  it('forgets first answers of requests after a day, searches of tiles after their hour, and workers long dead', async () => {
    const [account] = await database.query<{ id: string }>(
      `insert into account values (gen_random_uuid(), 'Customer', null, now()) returning id`,
    );
    await database.query(
      `insert into idempotent_request select gen_random_uuid(), $1, 'POST /alerts', age, '', '', now() - age::interval from unnest(array['23 hours', '25 hours']) age`,
      [account!.id],
    );
    await database.query(
      `insert into match_worker (started_at, leased_until) select now(), now() - age::interval from unnest(array['1 minute', '1 hour']) age`,
    );
    await database.query(
      `insert into tile_search select gen_random_uuid(), $1, convert_to(age, 'UTF8'), age, now() + age::interval from unnest(array['1 minute', '-1 minute']) age`,
      [account!.id],
    );
    await new UpkeepStage(database, UPKEEP).step();
    await new UpkeepStage(database, UPKEEP).step();
    expect(await database.query('select body from tile_search')).toEqual([{ body: '1 minute' }]);
    expect(await database.query('select idempotency_key from idempotent_request')).toEqual([
      { idempotency_key: '23 hours' },
    ]);
    expect(
      await database.query(`select count(*) from match_worker where leased_until < now() - interval '10 minutes'`),
    ).toEqual([{ count: 0 }]);
  });
});

describe('the walk', () => {
  it('leaves changes alone while an older transaction is still open', async () => {
    const ingest = await feeds.stage(database);
    const matching = new MatchingStage(database, {
      stepped: () => {},
      loaded: () => {},
      begunAnew: () => {},
      compilingFailed: () => {},
    });
    await database.transaction(async (open) => {
      await open.query('select pg_current_xact_id()');
      feeds.drop('feed.ndjson', feedLine('a', 1));
      await readAll(ingest);
      for (let steps = 0; steps < 70; steps++) await matching.step();
      expect((await new StatusStore(database).read()).pending.changes).toBe(1);
    });
    await untilNothingWaits([matching]);
    expect((await new StatusStore(database).read()).pending.changes).toBe(0);
    await matching.leave();
  });
});

describe('a stage', () => {
  it('goes on after a failure and ends when it is told to', async () => {
    const stop = new AbortController();
    const failures: unknown[] = [];
    let steps = 0;
    const running = runStage(
      {
        name: 'flaky',
        step: async () => {
          steps += 1;
          if (steps === 1) throw new Error('once');
          await sleep(1);
          return steps < 5;
        },
      },
      stop.signal,
      (error) => failures.push(error),
    );
    while (steps < 5) await sleep(10);
    stop.abort();
    await running;
    expect(failures).toEqual([new Error('once')]);
  });
});
