import { Sealer } from '@gable/runtime';
import { createTestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { AccountStore } from './account-store.js';
import { IDEMPOTENCY_MS, IdempotentRequestStore, type IdempotentRequest } from './idempotent-request-store.js';

const NOW = new Date('2026-03-01T10:00:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

let database: Database;
let drop: () => Promise<void>;
let store: IdempotentRequestStore;
let request: IdempotentRequest;

beforeAll(async () => {
  const test = await createTestDatabase();
  [database, drop] = [await openDatabase(test.url, { poolSize: 4 }), () => test.drop()];
  store = new IdempotentRequestStore(database, new Sealer(Buffer.alloc(32).toString('base64')));
  const { id: accountId } = await new AccountStore(database).ensure('One', NOW);
  request = { accountId, route: 'POST /things', key: 'k', body: '{"a":1}' };
});
afterAll(async () => {
  await database.close();
  await drop();
});

const rows = async () => (await database.query('select 1 from idempotent_request')).length;

it('does the work once and gives its answer again', async () => {
  let worked = 0;
  const work = async () => `answer ${(worked += 1)}`;
  expect(await store.find(request, NOW)).toBeNull();
  expect(await store.once(request, NOW, work)).toEqual({ kind: 'answered', answer: 'answer 1' });
  expect(await store.once(request, NOW, work)).toEqual({ kind: 'answered', answer: 'answer 1' });
  expect(await store.find(request, later(IDEMPOTENCY_MS - 1))).toEqual({ kind: 'answered', answer: 'answer 1' });
  expect(await store.find({ ...request, body: '{}' }, NOW)).toEqual({ kind: 'other-body' });
  expect(await store.find({ ...request, route: 'POST /others' }, NOW)).toBeNull();
  expect(await store.find(request, later(IDEMPOTENCY_MS))).toBeNull();
  expect(worked).toBe(1);
});

it('leaves nothing behind when the work fails, neither an answer nor what was written', async () => {
  const failing = { ...request, key: 'failing' };
  const before = await rows();
  await expect(
    store.once(failing, NOW, async (transaction) => {
      await transaction.query(
        `insert into source (id, domain, name, created_at) values (gen_random_uuid(), 'failing.example', 'x', now())`,
      );
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await rows()).toBe(before);
  expect(await database.query(`select 1 from source where domain = 'failing.example'`)).toEqual([]);
  expect(await store.once(failing, NOW, async () => 'second try')).toEqual({ kind: 'answered', answer: 'second try' });
});

it('turns away who comes while the work is under way, and nobody else', async () => {
  const slow = { ...request, key: 'slow' };
  let finish!: () => void;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let started!: () => void;
  const underWay = new Promise<void>((resolve) => {
    started = resolve;
  });
  const first = store.once(slow, NOW, async () => {
    started();
    await finished;
    return 'first';
  });
  await underWay;
  expect(await store.once(slow, NOW, async () => 'never')).toEqual({ kind: 'in-progress' });
  expect(await store.once({ ...slow, key: 'other' }, NOW, async () => 'other')).toEqual({
    kind: 'answered',
    answer: 'other',
  });
  finish();
  expect(await first).toEqual({ kind: 'answered', answer: 'first' });
  expect(await store.once(slow, NOW, async () => 'never')).toEqual({ kind: 'answered', answer: 'first' });
});

it('sweeps what is older than a time, the oldest first and not too much at once', async () => {
  await database.query('delete from idempotent_request');
  for (let n = 0; n < 5; n += 1) await store.once({ ...request, key: `old ${n}` }, later(n), async () => `${n}`);
  expect(await store.sweep(later(4), 3)).toBe(3);
  expect(await store.find({ ...request, key: 'old 2' }, NOW)).toBeNull();
  expect(await store.find({ ...request, key: 'old 3' }, NOW)).toEqual({ kind: 'answered', answer: '3' });
  expect(await store.sweep(later(4), 3)).toBe(1);
  expect(await store.sweep(later(4), 3)).toBe(0);
  expect(await rows()).toBe(1);
});
