import { shardOf } from '@gable/domain/alert';
import { shapeIdsOf, toStoredCriteria, type Criteria } from '@gable/domain/criteria';
import { newId, type Database } from '@gable/persistence';
import { AccountStore } from '@gable/persistence/accounts';
import { ensureDestination } from '@gable/persistence/delivery';
import { storeShapes } from '@gable/testing';

/**
 * Alerts of one account, written in bulk as creating them one by one would leave them. Without a destination their
 * events are recorded and nobody is notified.
 */
export async function writeAlerts(
  database: Database,
  count: number,
  name: string,
  criteriaOf: (number: number) => Criteria,
): Promise<void> {
  const { id: accountId } = await new AccountStore(database).ensure('Bench', await database.now());
  for (let from = 0; from < count; from += ALERTS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ALERTS_AT_ONCE, count - from) }, (_, i) => from + i);
    const ids = numbers.map(() => newId(new Date()));
    const criteria = numbers.map(criteriaOf);
    await storeShapes(database, accountId, criteria);
    await database.query(INSERT_ALERTS, [
      ids,
      ids.map(shardOf),
      criteria.map((each) => JSON.stringify(toStoredCriteria(each))),
      criteria.map((each) => `{${shapeIdsOf(each).join(',')}}`),
      accountId,
      name,
      NO_KEY,
    ]);
  }
  await database.query('analyze alert');
}

/** Gives the alerts of this name a webhook, as one `PUT` each would. */
export async function notifyByWebhook(database: Database, name: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const [account] = await transaction.query<{ id: string }>(`select id from account where name = 'Bench'`);
    const destination = { channel: 'WEBHOOK', address: 'https://hooks.example.com/bench' } as const;
    const { id } = await ensureDestination(transaction, account!.id, destination, new Date());
    await transaction.query('update alert set destination_id = $1, xid = pg_current_xact_id() where name = $2', [
      id,
      name,
    ]);
  });
}

const ALERTS_AT_ONCE = 2_000;
/** Nothing is signed here, and a process refuses to start on keys that it cannot open. */
const NO_KEY = null;

const INSERT_ALERTS = `
  insert into alert (id, account_id, shard, name, active, search_mode, criteria, shape_ids, criteria_version,
    signing_key,
    active_since, xid,
    created_at, updated_at)
  select new.id, $5, new.shard, $6, true, 'advanced', new.criteria::json, new.shapes::uuid[], 1, $7::bytea,
    pg_current_snapshot(),
    pg_current_xact_id(), now(), now()
  from unnest($1::uuid[], $2::smallint[], $3::text[], $4::text[]) as new(id, shard, criteria, shapes)`;
