import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  createTestDatabase,
  endLockHolder,
  DeliveryFixture,
  ingestFeed,
  loadDivisions,
  MovingTown,
  TOWN_DIVISIONS,
  type TestDatabase,
} from '@gable/testing';
import { LOCKS } from '../database/advisory-locks.js';
import type { Database } from '../database/database.js';
import { DeliveryPauseStore } from '../delivery/delivery-pause-store.js';
import { migrate, migrateTo, openDatabase } from '../open-database.js';
import { appliedMigrations, describeSchema, MIGRATION_NAMES, readSchemaState } from '../schema-state.js';
import { cancelRestore, restoreBackup, writeBackup, type BackupReport } from './index.js';
import { setRestoreMark } from '../restore-mark.js';
import { OF_PROCESSES, readTables } from './store-catalog.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'gable-backup-'));
const file = path.join(folder, 'store.gable');
const rejectFile = path.join(folder, 'rejects');
const databases: TestDatabase[] = [];
const by = { by: 'anna', name: 'store.gable' };
let source: Database;
let sourceUrl: string;
let report: BackupReport;
let atSnapshot: Map<string, string>;

async function emptyStore(): Promise<string> {
  const created = await createTestDatabase();
  databases.push(created);
  return created.url;
}

const bytesOf = (lines: readonly string[]): Readable => Readable.from(lines.map((line) => Buffer.from(`${line}\n`)));
const backupOf = (): Readable => createReadStream(file);

/** Of every table, a digest of its rows as PostgreSQL itself writes them, in an order of their own. */
async function digests(database: Pick<Database, 'query'>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name } of await readTables(database)) {
    if (OF_PROCESSES.includes(name)) continue;
    const [row] = await database.query<{ digest: string }>(
      `select md5(coalesce(string_agg(line, E'\\n' order by line), '')) || ' ' || count(*) as digest
       from (select t::text as line from ${name} t) lines`,
    );
    found.set(name, row!.digest);
  }
  return found;
}

/** Runs work on a store and leaves no connection behind, as a restore wants it. */
async function on<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, { poolSize: 2, applicationName: 'spec' });
  return work(database).finally(() => database.close());
}

const schemaOf = (database: Database) =>
  database.query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace
    union all select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`);

beforeAll(async () => {
  sourceUrl = await emptyStore();
  source = await openDatabase(sourceUrl, { poolSize: 6, applicationName: 'spec' });
  const town = new MovingTown(7);
  await loadDivisions(source, bytesOf(TOWN_DIVISIONS), { rejectFile });
  await ingestFeed(source, bytesOf([...town.arrive(120), ...town.change(60)]), { rejectFile });
  const fixture = new DeliveryFixture(source);
  const alert = await fixture.alert({ accountId: await fixture.account(), address: 'https://hooks.example.com/a' });
  await fixture.queue(alert, new Date(), { eventIds: [await fixture.event(alert), await fixture.event(alert)] });
  let isOver = false;
  const load = (async () => {
    while (!isOver) await ingestFeed(source, bytesOf([...town.arrive(10), ...town.change(20)]), { rejectFile });
  })();
  report = await writeBackup(source, createWriteStream(file), {
    async onSnapshot(id) {
      atSnapshot = await source.transaction(async (transaction) => {
        await transaction.query('set transaction isolation level repeatable read, read only');
        await transaction.query(`set transaction snapshot '${id}'`);
        return digests(transaction);
      });
      const before = (await source.query('select from listing')).length;
      while ((await source.query('select from listing')).length === before) await sleep(5); // the feed goes on meanwhile
    },
  });
  isOver = true;
  await load;
}, 120_000);
afterAll(async () => {
  await source.close();
  await Promise.all(databases.map((database) => database.drop()));
  rmSync(folder, { recursive: true });
});

/** What a restore writes itself, and why. */
const WRITTEN = ['audit_entry', 'delivery_pause'];

it('takes every table as it was at one moment, while a feed is read', async () => {
  const now = await digests(source);
  expect(now.get('listing')).not.toBe(atSnapshot.get('listing'));
  const url = await emptyStore();
  expect(await restoreBackup(url, backupOf, by)).toMatchObject({ bytes: report.bytes, sha256: report.sha256 });
  await on(url, async (restored) => {
    const found = await digests(restored);
    for (const name of WRITTEN) [found, atSnapshot].forEach((each) => each.delete(name));
    expect(found).toEqual(atSnapshot);
    expect(found.get('listing')).not.toMatch(/ 0$/);
    expect(await schemaOf(restored)).toEqual(await schemaOf(source));
    expect(await restored.query(`select to_regclass('gable_restore') as mark`)).toEqual([{ mark: null }]);
    expect(await new DeliveryPauseStore(restored).read()).toMatchObject({
      pausedBy: expect.stringContaining('gable restore of store.gable'),
    });
    expect(await restored.query('select actor, action from audit_entry')).toEqual([
      { actor: 'anna', action: 'restore' },
    ]);
    // Numbers go on behind those that are there.
    await ingestFeed(restored, bytesOf(new MovingTown(8).arrive(5)), { rejectFile });
  });
  await expect(restoreBackup(url, backupOf, by)).rejects.toThrow('The store is not empty');
  await restoreBackup(url, backupOf, { ...by, replace: true, keepDelivery: true });
  await on(url, async (restored) => {
    expect((await digests(restored)).get('listing')).toBe(atSnapshot.get('listing'));
    expect(await new DeliveryPauseStore(restored).read()).toBeNull();
  });
});

it('ends at once where it is interrupted, and leaves a connection that works', async () => {
  const interrupt = new AbortController();
  const wide = await openDatabase(sourceUrl, {
    poolSize: 1,
    applicationName: 'spec',
  });
  const writing = writeBackup(wide, createWriteStream(path.join(folder, 'interrupted')), {
    signal: interrupt.signal,
    onProgress: (bytes) => (bytes > 200_000 ? interrupt.abort() : undefined), // in the midst of a table
  });
  await expect(writing).rejects.toThrow('aborted');
  expect(await wide.query('select 1 as one')).toEqual([{ one: 1 }]);
  await wide.close();
});

it('refuses what is not whole or was changed, before it writes anything', async () => {
  const url = await emptyStore();
  const [whole, text] = [readFileSync(file), gunzipSync(readFileSync(file)).toString('latin1')];
  const from = (bytes: Buffer) => () => Readable.from([bytes]);
  const again = (changed: string) => from(gzipSync(Buffer.from(changed, 'latin1')));
  const cases: [() => Readable, string][] = [
    [from(whole.subarray(0, whole.length - 100)), 'no whole backup'],
    [from(Buffer.from('a feed')), 'no whole backup'],
    [again('{"a": 1}\n'), 'no backup of Gable'],
    [again(text.slice(0, text.lastIndexOf('\n-- '))), 'ends before its end'],
    [again(text.replace('portal', 'Portal')), 'another digest'],
    [again(text.replace('"isCalled":true', '"isCalled":false')), 'says of itself has another digest'],
    [again(text.replace('"format":1', '"format":2')), 'format 2'],
    [again(text.replace('copy account (', 'copy account; drop table account (')), 'does not belong there'],
    [again(text.replace(/[A-Za-z]+(\d{9})(\d{4})"\]/, 'Future1764909999"]')), 'another digest'],
  ];
  for (const [open, reason] of cases) await expect(restoreBackup(url, open, by)).rejects.toThrow(reason);
  await on(url, async (store) => {
    expect(await store.query('select from source')).toEqual([]);
    expect(await store.query(`select to_regclass('gable_restore') as mark`)).toEqual([{ mark: null }]);
  });
});

it('refuses while somebody works on the store', async () => {
  const url = await emptyStore();
  const user = await openDatabase(url, { poolSize: 1, applicationName: 'gable worker' });
  await expect(restoreBackup(url, backupOf, by)).rejects.toThrow('Stop what uses this store first: gable worker.');
  await user.close();
});

it('leaves what was there, and a mark that keeps everybody away, where it is killed; then begins anew', async () => {
  const url = await emptyStore();
  await ingestOne(url);
  const before = await on(url, digests);
  let isKilled = false;
  const kill = (step: string, done: number): void => {
    if (step !== 'Load' || done === 0 || isKilled) return;
    isKilled = true;
    throw new Error('killed');
  };
  const replacing = { ...by, replace: true };
  await expect(restoreBackup(url, backupOf, { ...replacing, onProgress: kill })).rejects.toThrow('killed');
  expect(await on(url, digests)).toEqual(before);
  expect(await on(url, readSchemaState)).toMatchObject({ kind: 'restoring', mark: { state: 'BEGUN' } });
  await expect(migrate(url)).rejects.toThrow('has not finished. Run gable restore again');
  await restoreBackup(url, backupOf, replacing);
  expect(await on(url, readSchemaState)).toEqual({ kind: 'current' });
  expect((await on(url, digests)).get('listing')).toBe(atSnapshot.get('listing'));
});

it('ends where the connection of its lock breaks: another restore may have begun', async () => {
  const url = await emptyStore();
  let opened = 0;
  const losing = (): Readable => {
    if ((opened += 1) === 1) return backupOf(); // which is verified first
    return Readable.from(loseLock(backupOf()));
  };
  async function* loseLock(file: Readable) {
    await on(url, (store) => endLockHolder(store, LOCKS.restore));
    yield* file;
  }
  await expect(restoreBackup(url, losing, by)).rejects.toThrow('The connection that held a lock was lost');
  expect(await on(url, readSchemaState)).toMatchObject({ kind: 'restoring', mark: { state: 'BEGUN' } });
  await on(url, async (store) => expect(await store.query('select from listing')).toEqual([]));
});

it('gives up a restore that was killed, and finishes one that had all its rows at the next migration', async () => {
  const url = await emptyStore();
  await on(url, setRestoreMark);
  expect([await cancelRestore(url), await cancelRestore(url)]).toEqual([true, false]);
  await on(url, async (store) => {
    await setRestoreMark(store);
    await store.query(`update gable_restore set state = 'LOADED'`);
    const state = await readSchemaState(store);
    expect(state.kind === 'restoring' && describeSchema(state)).toMatch(
      /only its end is missing: run gable migrate\.$/,
    );
  });
  await expect(cancelRestore(url)).rejects.toThrow(/too late to give it up.* run gable migrate/);
  await migrate(url);
  expect(await on(url, readSchemaState)).toEqual({ kind: 'current' });
});

it('restores a backup of an older schema and migrates it, and refuses one of a newer', async () => {
  const [old, target] = [await emptyStore(), await emptyStore()];
  const older = MIGRATION_NAMES.slice(0, -1);
  await migrateTo(old, older);
  const oldFile = path.join(folder, 'old.gable');
  await on(old, async (store) => {
    await new DeliveryFixture(store).account();
    await writeBackup(store, createWriteStream(oldFile));
  });
  await restoreBackup(target, () => createReadStream(oldFile), { ...by, keepDelivery: true });
  await on(target, async (store) => {
    expect(await appliedMigrations(store)).toEqual(MIGRATION_NAMES);
    expect(await store.query('select from account')).toHaveLength(1);
    expect(await schemaOf(store)).toEqual(await schemaOf(source));
  });
  const newer = path.join(folder, 'newer.gable');
  const future = await emptyStore();
  await on(future, async (store) => {
    await store.query(`insert into gable_migration (timestamp, name) values (1764900009999, 'Future1764900009999')`);
    await writeBackup(store, createWriteStream(newer));
  });
  await expect(restoreBackup(target, () => createReadStream(newer), by)).rejects.toThrow(
    'The backup has schema 9999 Future, of a newer release',
  );
});

async function ingestOne(url: string): Promise<void> {
  await on(url, (store) => ingestFeed(store, bytesOf(new MovingTown(3).arrive(3)), { rejectFile }));
  writeFileSync(rejectFile, '');
}
