import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openDatabase, type Database } from '@gable/persistence';
import { SearchIndexStore } from '@gable/persistence/indexing';
import { indexNames, openSearchClient } from '@gable/search';
import { createTestDatabase, describeOpenSearch, MovingTown, type TestDatabase } from '@gable/testing';
import { ingestFeed } from '@gable/ingest';

describeOpenSearch('gable reindex', (url) => {
  jest.setTimeout(180_000);
  const names = indexNames(`spec-${randomUUID()}`); // the server may hold what is not the spec's
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-reindex-'));
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await openDatabase(testDatabase.url, { poolSize: 2 });
    const lines = new MovingTown(3).arrive(30).map((line) => Buffer.from(`${line}\n`));
    await ingestFeed(database, Readable.from(lines), { rejectFile: path.join(home, 'rejects') });
  });
  afterAll(async () => {
    const client = openSearchClient(url, { timeoutMs: 30_000 });
    await client.indices.delete({ index: names.pattern, ignore_unavailable: true });
    await client.close();
    await database.close();
    await testDatabase.drop();
    fs.rmSync(home, { recursive: true });
  });

  /** Runs gable as a script would; answers its exit code and its one document. */
  function gable(
    command: string,
    environment: Record<string, string>,
  ): { code: number | null; answer: Record<string, unknown> } {
    const { status, stdout } = spawnSync(
      process.execPath,
      [path.resolve(__dirname, '../../dist/main.js'), command, '--json'],
      {
        encoding: 'utf8',
        env: { ...process.env, DATABASE_URL: testDatabase.url, GABLE_HOME: home, ...environment },
      },
    );
    return { code: status, answer: JSON.parse(stdout) as Record<string, unknown> };
  }
  const withOpenSearch = { SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: url, OPENSEARCH_ALIAS: names.alias };

  it('makes an index, a second one beside it, and tells how the index stands', async () => {
    const [{ count }] = (await database.query<{ count: number }>(
      'select count(*) from property where online_count > 0',
    )) as [{ count: number }];
    expect(gable('status', withOpenSearch).answer.index).toMatchObject({
      reachable: true,
      unreachableBecause: null,
      state: 'NONE',
      refused: 0,
      drift: null,
    });
    expect(gable('reindex', withOpenSearch)).toEqual({
      code: 0,
      answer: { indexed: count, seconds: expect.any(Number) },
    });
    const first = (await new SearchIndexStore(database).live())!.name;
    expect(gable('reindex', withOpenSearch)).toMatchObject({ code: 0, answer: { indexed: count } });
    expect((await new SearchIndexStore(database).live())!.name).not.toBe(first);
    expect(first).toMatch(new RegExp(`^${names.alias}-`));
    expect(gable('status', withOpenSearch).answer.index).toMatchObject({
      state: 'LIVE',
      loaded: null,
      lagSeconds: expect.any(Number),
      refused: 0,
      drift: {},
    });
  });

  it('says what is missing where PostgreSQL is searched, where no OpenSearch is known, and where none answers', () => {
    expect(gable('reindex', {})).toEqual({
      code: 1,
      answer: { error: expect.stringContaining('Set SEARCH_ENGINE=opensearch') },
    });
    expect(gable('reindex', { SEARCH_ENGINE: 'opensearch' })).toEqual({
      code: 1,
      answer: { error: expect.stringContaining('set OPENSEARCH_URL') },
    });
    expect(gable('reindex', { SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: 'http://127.0.0.1:9' })).toEqual({
      code: 1,
      answer: {
        error:
          'OpenSearch cannot be reached (connect ECONNREFUSED 127.0.0.1:9). ' +
          'What is loaded stays: the next run continues from there.',
      },
    });
    expect(gable('status', { SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: 'http://127.0.0.1:9' })).toMatchObject({
      answer: {
        index: {
          reachable: false,
          unreachableBecause: 'OpenSearch cannot be reached (connect ECONNREFUSED 127.0.0.1:9).',
        },
      },
    });
  });
});
