import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { announce, Announcements } from './announcements.js';

let testDatabase: TestDatabase;
let database: Database;
let announcements: Announcements;
let heard: string[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  database = await openDatabase(testDatabase.url, { applicationName: 'listener' });
  announcements = new Announcements(database);
  heard = [];
  await announcements.open();
  announcements.on('changes', () => heard.push('changes'));
  announcements.on('deliveries', () => heard.push('deliveries'));
});
afterEach(async () => {
  await announcements.close();
  await database.close();
});

async function untilHeard(count: number): Promise<void> {
  for (let tries = 0; tries < 500 && heard.length < count; tries += 1) await sleep(10);
}

it('whoever listens to a topic hears what is announced of it', async () => {
  announce(database, 'deliveries');
  await untilHeard(1);
  announce(database, 'changes');
  await untilHeard(2);
  expect(heard).toEqual(['deliveries', 'changes']);
});

it('a listener that has ended hears nothing more', async () => {
  const other: string[] = [];
  announcements.on('changes', () => other.push('changes'))();
  announce(database, 'changes');
  await untilHeard(1);
  expect(other).toEqual([]);
});

it('a lost connection is opened anew, and its listeners look at once for what they may have missed', async () => {
  await database.query(`
    select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`);
  await untilHeard(2);
  expect(heard.sort()).toEqual(['changes', 'deliveries']);
  announce(database, 'changes');
  await untilHeard(3);
  expect(heard).toHaveLength(3);
});
