import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LOCKS, openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, untilWaiting, type TestDatabase } from '@gable/testing';

let testDatabase: TestDatabase;
let database: Database;
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-dead-'));

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  fs.rmSync(home, { recursive: true });
});

const PROGRAM = path.resolve(__dirname, '../../dist/main.js');
const environment = () => ({ ...process.env, DATABASE_URL: testDatabase.url, GABLE_HOME: home });

/** Runs gable as a script would; answers its exit code and its one document. */
function gable(...args: string[]): { code: number | null; answer: unknown } {
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, ...args, '--json'], {
    encoding: 'utf8',
    env: environment(),
  });
  return { code: status, answer: JSON.parse(stdout) as unknown };
}

const [listing, property, alert] = [
  '11111111-1111-7111-8111-111111111111',
  '22222222-2222-7222-8222-222222222222',
  '33333333-3333-7333-8333-333333333333',
] as const;
const change = {
  listingId: listing,
  propertyId: property,
  revisionId: 4,
  previousPropertyId: property,
  siblingIds: [property],
  siblingRevisions: [2],
};

it('lists what was set aside, queues a change again, and forgets an alert', async () => {
  await database.query(
    `insert into dead_letter (kind, subject, reason, created_at) values ('CHANGE', $1, 'odd', '2026-01-01'), ('ALERT',
      $2, 'unreadable', '2026-01-02')`,
    [change, { alertId: alert }],
  );
  expect(gable('dead', 'list')).toEqual({
    code: 0,
    answer: [
      { id: 1, kind: 'CHANGE', subject: change, reason: 'odd', createdAt: '2026-01-01T00:00:00.000Z' },
      {
        id: 2,
        kind: 'ALERT',
        subject: { alertId: alert },
        reason: 'unreadable',
        createdAt: '2026-01-02T00:00:00.000Z',
      },
    ],
  });
  expect(gable('dead', 'retry', '1')).toEqual({ code: 0, answer: { id: 1, retried: true } });
  expect(
    await database.query(`
    select listing_id as "listingId", property_id as "propertyId", revision_id as "revisionId", previous_property_id
      as "previousPropertyId", sibling_ids as "siblingIds",
      sibling_revisions as "siblingRevisions" from listing_change`),
  ).toEqual([change]);
  expect(gable('dead', 'drop', alert.toUpperCase())).toEqual({ code: 0, answer: { id: 2, dropped: true } });
  expect(gable('dead', 'list').answer).toEqual([]);
});

it('fails for what was never set aside', () => {
  expect(gable('dead', 'retry', '99')).toEqual({
    code: 1,
    answer: { error: expect.stringContaining('gable dead list') },
  });
});

it('does not say that it tries what somebody else has dropped meanwhile', async () => {
  const [letter] = await database.query<{ id: number }>(
    `insert into dead_letter (kind, subject, reason, created_at) values ('CHANGE', $1, 'odd', now()) returning id`,
    [change],
  );
  let retrying!: ChildProcess;
  await database.transaction(async (batch) => {
    await batch.query('select pg_advisory_xact_lock($1)', [LOCKS.ingest]);
    retrying = spawn(process.execPath, [PROGRAM, 'dead', 'retry', String(letter!.id), '--json'], {
      env: environment(),
    });
    await untilWaiting(database);
    await database.query('delete from dead_letter');
  });
  expect(await once(retrying, 'exit')).toEqual([1, null]);
});
