import { createTestDatabase, untilWaiting } from '@gable/testing';
import { AccountStore } from '../accounts/account-store.js';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { FeedSweepStore } from './feed-sweep-store.js';
import { FeedUploadStore, type FeedOwner } from './feed-upload-store.js';

let database: Database;
let drop: () => Promise<void>;
let store: FeedUploadStore;
let owner: FeedOwner;

beforeAll(async () => {
  const test = await createTestDatabase();
  [database, drop] = [await openDatabase(test.url, { poolSize: 10 }), () => test.drop()];
  store = new FeedUploadStore(database);
  const { id: accountId } = await new AccountStore(database).ensure('One', new Date());
  owner = { accountId, domain: 'agency.example' };
});
afterAll(async () => {
  await database.close();
  await drop();
});

const feed = (content: number) => ({
  ...{ idempotencyKey: 'k', contentHash: Buffer.alloc(32, content) },
  ...{ receivedBytes: 1, unpackedBytes: 1, portions: 0 },
});

it('lets one of many uploads with the same key be the job, whoever is first', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => store.begin(owner, 10)));
  const receptions = await Promise.all(ids.map((id, n) => store.receive(owner, id!, feed(n === 0 ? 1 : 2))));
  const kinds = receptions.map(({ kind }) => kind).sort();
  expect(kinds.filter((kind) => kind === 'received')).toHaveLength(1);
  expect(await database.query(`select 1 from feed_job where state = 'WAITING'`)).toHaveLength(1);
  const jobs = receptions.flatMap((reception) => (reception.kind === 'other-content' ? [] : [reception.jobId]));
  expect(new Set(jobs).size).toBe(1);
});

it('begins no more than an account may have, of many at once, and counts no upload that was cut', async () => {
  await database.query('truncate feed_portion, feed_reject_portion, feed_job');
  const ids = await Promise.all(Array.from({ length: 20 }, () => store.begin(owner, 5)));
  expect(ids.filter((id) => id !== null)).toHaveLength(5);
  await store.cut(ids.find((id) => id !== null)!);
  expect([await store.begin(owner, 5), await store.begin(owner, 5)]).toEqual([expect.any(String), null]);
});

it('takes nothing more for an upload that was received or swept away', async () => {
  await database.query('truncate feed_portion, feed_reject_portion, feed_job');
  const id = (await store.begin(owner, 5))!;
  await store.addPortion(id, 0, Buffer.from('x'));
  await store.receive(owner, id, feed(1));
  await expect(store.addPortion(id, 1, Buffer.from('x'))).rejects.toThrow('the upload is gone');
  await expect(store.receive(owner, id, { ...feed(1), idempotencyKey: null })).rejects.toThrow('the upload is gone');
});

describe('the sweep of portions', () => {
  /** An upload of three portions, of which nothing came for minutes. */
  async function stalled(): Promise<string> {
    await database.query('truncate feed_portion, feed_reject_portion, feed_job');
    const id = (await store.begin(owner, 5))!;
    for (const number of [0, 1, 2]) await store.addPortion(id, number, Buffer.from('x'));
    await database.query(`update feed_job set touched_at = clock_timestamp() - interval '6 minutes'`);
    return id;
  }
  const received = { ...feed(1), idempotencyKey: null, portions: 4 };

  it('is the end of an upload of which nothing came for minutes: it does not go on without its beginning', async () => {
    const id = await stalled();
    expect(await new FeedSweepStore(database).portions(2)).toBe(2);
    await expect(store.addPortion(id, 3, Buffer.from('x'))).rejects.toThrow('the upload is gone');
    await expect(store.receive(owner, id, received)).rejects.toThrow('the upload is gone');
  });

  it('leaves nothing where two workers do it at once, of which one has lost the lock', async () => {
    const id = await stalled();
    const sweep = new FeedSweepStore(database);
    let sweeps!: Promise<number[]>;
    await database.transaction(async (transaction) => {
      await transaction.query('select from feed_job where id = $1 for update', [id]);
      sweeps = Promise.all([sweep.portions(2), sweep.portions(2)]);
      await untilWaiting(database, 2);
    });
    await sweeps;
    while ((await sweep.portions(2)) > 0);
    expect(await database.query('select number from feed_portion')).toEqual([]);
  });

  it.each<[string, string]>([
    ['an upload that goes on', 'touched_at = clock_timestamp()'],
    ['a job that is read again', `state = 'WAITING', spooled_until = null`],
  ])('takes nothing of %s, which began in the last moment', async (_, changes) => {
    const id = await stalled();
    if (changes.startsWith('state'))
      await database.query(`update feed_job set state = 'FAILED', spooled_until = clock_timestamp()`);
    let sweep!: Promise<number>;
    await database.transaction(async (transaction) => {
      await transaction.query(`update feed_job set ${changes} where id = $1`, [id]);
      sweep = new FeedSweepStore(database).portions(2);
      await untilWaiting(database);
    });
    await sweep;
    expect(await database.query('select number from feed_portion')).toHaveLength(3);
    const [{ bytes }] = (await database.query('select spooled_bytes as bytes from feed_job')) as [{ bytes: number }];
    expect(bytes).toBe(3);
  });
});
