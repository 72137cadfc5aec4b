import type { Database } from '@gable/persistence';

/** Changes of one transaction: each of these properties has the revision afterwards, which no other has. */
export interface CommittedPortion {
  readonly revision: number;
  readonly size: number;
  /**
   * Just before the commit was sent, on the clock of `performance.now()`: what is measured from here is never too
   * short.
   */
  readonly committedAt: number;
}

/** Ids to change, some far from each other, so that a portion is no stretch of the index. */
export async function pickProperties(database: Database, count: number): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'select id from property where online_count > 0 order by md5(id::text) limit $1',
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Changes the price of every listing of some properties, with the marks that an ingest makes. */
export async function commitPortion(
  database: Database,
  ids: readonly string[],
  revision: number,
): Promise<CommittedPortion> {
  let committedAt = 0;
  await database.transaction(async (transaction) => {
    await transaction.query('update listing set price = price + 1 where property_id = any($1::uuid[])', [ids]);
    await transaction.query(
      'update property set revision = $2, updated_at = clock_timestamp(), min_price = min_price + 1, max_price ' +
        '= max_price + 1 where id = any($1::uuid[])',
      [ids, revision],
    );
    await transaction.query(MARK, [ids, revision]);
    committedAt = performance.now();
  });
  return { revision, size: ids.length, committedAt };
}

/** Marks every property, as nothing but a bench does. */
export async function markAll(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'with marked as (insert into index_dirty (property_id, revision_id) select id, revision from property ' +
      'returning 1) select count(*) from marked',
  );
  return row!.count;
}

export async function countMarks(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>('select count(*) from index_dirty');
  return row!.count;
}

const MARK = `
  insert into index_dirty (property_id, revision_id) select id, $2 from unnest($1::uuid[]) as changed(id)
  on conflict (property_id) do update set revision_id = excluded.revision_id, leased_until = '-infinity'`;
