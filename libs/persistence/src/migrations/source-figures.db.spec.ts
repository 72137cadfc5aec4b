import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { DataSource } from 'typeorm';
import { dataSourceOf } from '../data-source.js';
import { migrate } from '../open-database.js';
import { SourceFigures1764800000023 } from './0023-source-figures.js';

const NAME = 'SourceFigures1764800000023';

let test: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  test = await createTestDatabase();
  source = await dataSourceOf(test.url, { poolSize: 2 }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await test.drop();
});

it('goes back and forth, and counts what is stored', async () => {
  const runner = source.createQueryRunner();
  await new SourceFigures1764800000023().down(runner);
  await runner.release();
  await source.query('delete from gable_migration where name = $1', [NAME]);
  await source.query(`
    insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
      content_hash, created_at, updated_at, division_ids)
    select gen_random_uuid(), ('00000000-0000-0000-0000-00000000000' || n % 2)::uuid, n::text, gen_random_uuid(), 1,
      n < 5, at, at, '', now(), now(), '{}'
    from generate_series(1, 7) n, lateral (select timestamptz '2026-01-01T00:00:00Z' + case when n = 6
      then interval '70 years' else n * interval '1 day' end as at)`);
  expect(await migrate(test.url)).toEqual([NAME]);
  expect(await source.query('select * from source_figures order by source_id')).toEqual([
    expect.objectContaining({ online: 2, last_observed_at: new Date('2026-01-05T00:00:00Z'), snapshot_at: null }),
    expect.objectContaining({ online: 2, last_observed_at: new Date('2026-01-08T00:00:00Z') }),
  ]);
});
