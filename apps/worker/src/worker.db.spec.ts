import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId, openDatabase, StatusStore, type Database } from '@gable/persistence';
import { UsageStore } from '@gable/persistence/usage';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { loadDivisions, type IngestReport } from '@gable/ingest';
import { MatchingStage } from './matching/matching-stage.js';
import { DropFolder } from './ingest/drop-folder.js';
import { IngestStage } from './ingest/ingest-stage.js';
import { runStage, type Stage } from './pipeline/stage.js';
import { UpkeepStage } from './upkeep/upkeep-stage.js';

let testDatabase: TestDatabase;
let database: Database;
let folder: string;
const reports: [string, IngestReport][] = [];
const unreadable: string[] = [];
const leftAlone: string[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
});
beforeEach(async () => {
  await database.query(
    'truncate listing, listing_revision, listing_block, listing_change, market_event, index_dirty, property',
  );
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-feeds-'));
  reports.length = 0;
  unreadable.length = 0;
  leftAlone.length = 0;
});
afterEach(() => fs.rmSync(folder, { recursive: true }));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const line = (externalId: string, price: number, observedAt = '2026-01-01T00:00:00Z') =>
  JSON.stringify({
    source: { domain: 'portal.example', name: 'Portal' },
    externalId,
    observedAt,
    status: 'ONLINE',
    transactionType: 'SELL',
    propertyType: 'FLAT',
    price,
    currency: 'EUR',
  });

/** Puts a file there as `mv` does: whole, with an older time. */
function drop(name: string, content: string | Buffer): void {
  const file = path.join(folder, name);
  fs.writeFileSync(`${file}.part`, content);
  fs.utimesSync(`${file}.part`, new Date(), new Date(Date.now() - 60_000));
  fs.renameSync(`${file}.part`, file);
}

async function stage(on = database): Promise<IngestStage> {
  const dropFolder = new DropFolder(folder, (name) => leftAlone.push(name));
  await dropFolder.prepare();
  return new IngestStage(on, dropFolder, {
    ingested: ({ name }, report) => reports.push([name, report]),
    unreadable: ({ name }) => unreadable.push(name),
  });
}

const never = new AbortController().signal;
const filesIn = (name: string) => fs.readdirSync(path.join(folder, name)).sort();

async function readAll(ingest: Stage): Promise<void> {
  while (await ingest.step(never)); // true as long as a feed was read
}

describe('the drop folder', () => {
  it('is read in the order of names, each feed moved to done/', async () => {
    const ingest = await stage();
    drop('2026-02.ndjson', line('a', 2, '2026-02-01T00:00:00Z'));
    drop('2026-01.ndjson', line('a', 1));
    drop('.hidden', line('b', 3));
    await readAll(ingest);
    expect(reports.map(([name, { changed }]) => [name, changed])).toEqual([
      ['2026-01.ndjson', 1],
      ['2026-02.ndjson', 1],
    ]);
    expect(filesIn('done')).toEqual(['2026-01.ndjson', '2026-02.ndjson']);
    expect(await database.query('select price, revision_id from listing')).toEqual([{ price: 2, revision_id: 2 }]);
  });

  it('puts a feed with refused lines into failed/ beside its reject file, and stores the rest', async () => {
    const ingest = await stage();
    drop('mixed.ndjson', `${line('a', 1)}\n{"broken":true}\n${line('b', 900_000)}\n`);
    await readAll(ingest);
    expect(filesIn('failed')).toEqual(['mixed.ndjson', 'mixed.ndjson.rejects.ndjson']);
    expect(
      JSON.parse(fs.readFileSync(path.join(folder, 'failed', 'mixed.ndjson.rejects.ndjson'), 'utf8')),
    ).toMatchObject({ line: 2, text: '{"broken":true}' });
    expect((await new StatusStore(database).read()).listings).toBe(2);
  });

  it('puts a feed that cannot be read to its end into failed/ with the reason, and goes on with the next', async () => {
    const ingest = await stage();
    drop('broken.ndjson.gz', Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('no gzip at all')]));
    drop('good.ndjson', line('a', 1));
    await readAll(ingest);
    expect(unreadable).toEqual(['broken.ndjson.gz']);
    expect(filesIn('failed')).toEqual(['broken.ndjson.gz', 'broken.ndjson.gz.error.txt']);
    expect(filesIn('done')).toEqual(['good.ndjson']);
  });

  it('places listings by divisions that were loaded after the feed before', async () => {
    const ingest = await stage();
    const at = (externalId: string) =>
      JSON.stringify({ ...JSON.parse(line(externalId, 1)), location: { cityId: 75_056 } });
    drop('1.ndjson', at('a'));
    await readAll(ingest);
    const divisions = [
      { id: 9, type: 'COUNTRY', name: 'France', countryCode: 'FR' },
      { id: 75_056, type: 'CITY', name: 'Paris', countryCode: 'FR', parentId: 9 },
    ];
    await loadDivisions(
      database,
      Readable.from([Buffer.from(divisions.map((division) => `${JSON.stringify(division)}\n`).join(''))]),
      { rejectFile: path.join(folder, '.rejects') },
    );
    drop('2.ndjson', at('b'));
    await readAll(ingest);
    expect(await database.query('select external_id as id, division_ids as divisions from listing order by 1')).toEqual(
      [
        { id: 'a', divisions: [75_056] },
        { id: 'b', divisions: [9, 75_056] },
      ],
    );
  });

  it('tells once of links and folders, which it leaves alone', async () => {
    const ingest = await stage();
    fs.mkdirSync(path.join(folder, '2026'));
    fs.symlinkSync(__filename, path.join(folder, 'linked.ndjson'));
    drop('feed.ndjson', line('a', 1));
    await readAll(ingest);
    expect([leftAlone.sort(), filesIn('.')]).toEqual([
      ['2026', 'linked.ndjson'],
      ['2026', 'done', 'failed', 'linked.ndjson'],
    ]);
  });

  it('leaves a file alone that is still being written', async () => {
    const ingest = await stage();
    fs.writeFileSync(path.join(folder, 'growing.ndjson'), line('a', 1));
    expect(await ingest.step(never)).toBe(false);
    fs.utimesSync(path.join(folder, 'growing.ndjson'), new Date(), new Date(Date.now() - 1_000));
    expect(await ingest.step(never)).toBe(true);
  });

  it('keeps the feed where the database fails, and reads it again', async () => {
    const ingest = await stage();
    drop('feed.ndjson', line('a', 1));
    await database.query('alter table market_event rename to gone');
    await expect(ingest.step(never)).rejects.toThrow('market_event');
    expect(filesIn('.')).toContain('feed.ndjson');
    await database.query('alter table gone rename to market_event');
    await readAll(ingest);
    expect(filesIn('done')).toEqual(['feed.ndjson']);
  });

  it('is read by one of several workers at a time', async () => {
    const other = await openDatabase(testDatabase.url, { poolSize: 3 });
    try {
      const stages = [await stage(), await stage(other)];
      for (let i = 0; i < 6; i++) drop(`f${i}.ndjson`, line(`l${i}`, 1_000 * (i + 1)));
      for (let turn = 0; turn < 20 && reports.length < 6; turn++)
        await Promise.all(stages.map((each) => each.step(never)));
      expect(reports.map(([name]) => name)).toEqual([
        'f0.ndjson',
        'f1.ndjson',
        'f2.ndjson',
        'f3.ndjson',
        'f4.ndjson',
        'f5.ndjson',
      ]);
    } finally {
      await other.close();
    }
  });
});

/** The fence is of the whole server: a transaction of another spec, in another database, holds the queue up for as long as it lasts. */
async function untilNothingWaits(stages: readonly { step(): Promise<boolean> }[]): Promise<void> {
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
    });
  });
  afterEach(() => matching.leave());

  it('removes changes that the walk has passed, and marks that nobody reads', async () => {
    const ingest = await stage();
    drop('feed.ndjson', Array.from({ length: 50 }, (_, i) => line(`l${i}`, 1_000 + i)).join('\n'));
    await readAll(ingest);
    expect((await new StatusStore(database).read()).pending).toEqual({ changes: 50, indexing: 50, deliveries: 0 });
    const upkeep = new UpkeepStage(database, false);
    await upkeep.step();
    expect(await changesKept()).toBe(50); // nobody has walked them
    await untilNothingWaits([matching, upkeep]);
    await upkeep.step();
    expect(await changesKept()).toBe(0);
    expect((await new StatusStore(database).read()).pending).toEqual({ changes: 0, indexing: 0, deliveries: 0 });
  });

  it('sweeps alerts with all they had, an hour after they were removed', async () => {
    const [{ id: accountId }] = (await database.query<{ id: string }>(
      `insert into account values (gen_random_uuid(), 'Customer', null, now()) returning id`,
    )) as [{ id: string }];
    await database.query(INSERT_REMOVED, [accountId]);
    await new UpkeepStage(database, false).step();
    expect(await database.query(LEFT_OF_ALERTS)).toEqual([
      { alerts: ['kept', 'lately removed'], events: 2, notifications: 2, criteria: 2 },
    ]);
    await database.query('truncate alert, alert_event, event_notification, alert_criteria_history');
  });

  it('adds usage of past hours to one row an hour', async () => {
    const [hour] = await database.query<{ at: Date }>(
      `select date_bin('1 hour', now(), '2000-01-01T00:00:00Z') - interval '3 hours' as at`,
    );
    const moments = [100, 200, 3_599_900].map((ms) => new Date(hour!.at.getTime() + ms));
    const used = { apiKeyUuid: newId(), route: 'POST /properties', routeType: 'search' as const, calls: 1, results: 2 };
    await new UsageStore(database).add(
      newId(),
      1,
      moments.map((at) => ({ ...used, at })),
    );
    await new UpkeepStage(database, false).step();
    expect(await database.query('select at, calls, results from usage_count')).toEqual([
      { at: hour!.at, calls: 3, results: 6 },
    ]);
  });

  it('forgets first answers of requests after a day, and workers that are long dead', async () => {
    const [account] = await database.query<{ id: string }>('select id from account limit 1');
    await database.query(
      `insert into idempotent_request select gen_random_uuid(), $1, 'POST /alerts', age, '', '', now() - age::interval from unnest(array['23 hours', '25 hours']) age`,
      [account!.id],
    );
    await database.query(
      `insert into match_worker (started_at, leased_until) select now(), now() - age::interval from unnest(array['1 minute', '1 hour']) age`,
    );
    await new UpkeepStage(database, false).step();
    await new UpkeepStage(database, false).step();
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
    const ingest = await stage();
    const matching = new MatchingStage(database, {
      stepped: () => {},
      loaded: () => {},
      begunAnew: () => {},
    });
    await database.transaction(async (open) => {
      await open.query('select pg_current_xact_id()');
      drop('feed.ndjson', line('a', 1));
      await readAll(ingest);
      for (let steps = 0; steps < 70; steps++) await matching.step();
      expect((await new StatusStore(database).read()).pending.changes).toBe(1);
    });
    await untilNothingWaits([matching]);
    expect((await new StatusStore(database).read()).pending.changes).toBe(0);
    await matching.leave();
  });
});

/** Three alerts with an event, a notification and a former version each. */
const INSERT_REMOVED = `
  with made as (
    insert into alert (id, account_id, shard, name, active, search_mode, criteria, criteria_version, signing_key, active_since, xid, created_at, updated_at, deleted_at)
    select gen_random_uuid(), $1, 0, name, true, 'advanced', '{}', 1, '', pg_current_snapshot(), pg_current_xact_id(), now(), now(), now() - age
    from (values ('kept', null::interval), ('lately removed', '10 minutes'), ('long removed', '2 hours')) as removal(name, age) returning id
  ), events as (
    insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version, created_at)
    select gen_random_uuid(), id, gen_random_uuid(), gen_random_uuid(), 1, 0, 1, now() from made
  ), history as (insert into alert_criteria_history select id, 1, '{}' from made)
  insert into event_notification (id, account_id, alert_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, created_at, updated_at)
  select gen_random_uuid(), $1, id, gen_random_uuid(), 1, 'WEBHOOK', gen_random_uuid(), 'https://hook.example', 'PENDING', now(), now() from made`;

const LEFT_OF_ALERTS = `
  select (select array_agg(name order by name) from alert) as alerts, (select count(*) from alert_event) as events,
    (select count(*) from event_notification) as notifications, (select count(*) from alert_criteria_history) as criteria`;

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
