import { createTestDatabase } from '@gable/testing';
import { AccountStore } from '../accounts/account-store.js';
import { ApiKeyStore } from '../accounts/api-key-store.js';
import { QuotaStore } from '../accounts/quota-store.js';
import { DEFAULT_QUOTAS } from '@gable/domain';
import { openDatabase } from '../open-database.js';
import { FeedJobs1764800000024 } from './0024-feed-jobs.js';

it('keeps keys of the other roles on the way down and up, and counts them anew', async () => {
  const test = await createTestDatabase();
  const database = await openDatabase(test.url, { poolSize: 3 });
  try {
    const now = await database.now();
    const { id: accountId } = await new AccountStore(database).ensure('One', now);
    const keys = new ApiKeyStore(database);
    const key = { accountId, secretHash: Buffer.alloc(32), name: 'key' };
    await keys.create({ ...key, keyId: 'client', role: 'ROLE_API_CLIENT' }, now);
    await keys.create({ ...key, keyId: 'feeds', role: 'ROLE_FEED_PROVIDER', sources: ['a.example'] }, now);
    await expect(keys.create({ ...key, keyId: 'unbound', role: 'ROLE_FEED_PROVIDER' }, now)).rejects.toThrow(
      'api_key_sources_check',
    );
    const runner = database.manager.connection.createQueryRunner();
    const migration = new FeedJobs1764800000024();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    expect((await keys.list(accountId)).map(({ keyId, sources }) => [keyId, sources])).toEqual([['client', []]]);
    expect((await new QuotaStore(database, DEFAULT_QUOTAS).read(accountId)).keys.used).toBe(1);
  } finally {
    await database.close();
    await test.drop();
  }
});
