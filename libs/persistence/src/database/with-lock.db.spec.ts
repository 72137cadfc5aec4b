import { createTestDatabase, endLockHolder, type TestDatabase } from '@gable/testing';
import { openDatabase } from '../open-database.js';
import { LockLost, type Database } from './database.js';

const LOCK = 7_318_003;
let testDatabase: TestDatabase;
let one: Database;
let other: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  [one, other] = [await openDatabase(testDatabase.url), await openDatabase(testDatabase.url)];
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await testDatabase.drop();
});

/** Ends the connection that holds the lock, and returns once its holder knows. */
async function lose(lost: AbortSignal): Promise<void> {
  await endLockHolder(other, LOCK);
  if (!lost.aborted) await new Promise((resolve) => lost.addEventListener('abort', resolve));
}

describe('a lock whose connection breaks', () => {
  it('is there for others while the work of its holder goes on, which is told', async () => {
    const worked = one.withLock(LOCK, async (lost) => {
      await lose(lost);
      expect(await other.withLock(LOCK, () => Promise.resolve('the other'))).toBe('the other');
      lost.throwIfAborted();
    });
    await expect(worked).rejects.toThrow(LockLost);
    await expect(worked).rejects.toThrow('terminating connection due to administrator command');
  });

  it('is why work failed that failed after it', async () => {
    const worked = one.withLock(LOCK, async (lost) => {
      await lose(lost);
      throw new Error('canceling statement due to user request');
    });
    await expect(worked).rejects.toThrow(LockLost);
  });

  it('takes nothing back of work that came to its end, and is had again by the next', async () => {
    expect(await one.withLock(LOCK, (lost) => lose(lost).then(() => 'done'))).toBe('done');
    expect(await one.withLock(LOCK, () => Promise.resolve('again'))).toBe('again');
  });
});
