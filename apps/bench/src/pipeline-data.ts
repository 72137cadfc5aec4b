import { randomBytes } from 'node:crypto';
import { shardOf } from '@gable/domain/alert';
import type { Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import type { WorkloadChange } from '@gable/alert-index/testing';
import { AccountStore } from '@gable/persistence/accounts';
import { ensureDestination } from '@gable/persistence/delivery';
import { BatchStore, writeBatch, type BatchRows } from '@gable/persistence/listings';
import { newId, type Database } from '@gable/persistence';

/** Alerts of one account, written in bulk as creating them one by one would leave them. Without a destination their events are recorded and told to nobody. */
export async function writeAlerts(
  database: Database,
  count: number,
  name: string,
  criteriaOf: (number: number) => Criteria,
): Promise<void> {
  const { id: accountId } = await new AccountStore(database).ensure('Bench', await database.now());
  for (let from = 0; from < count; from += ALERTS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ALERTS_AT_ONCE, count - from) }, (_, i) => from + i);
    const ids = numbers.map(() => newId());
    await database.query(INSERT_ALERTS, [
      ids,
      ids.map(shardOf),
      numbers.map((number) => JSON.stringify(criteriaOf(number))),
      accountId,
      name,
      NO_KEY,
    ]);
  }
  await database.query('analyze alert');
}

/** Lets the alerts of this name tell their events by webhook, as one `PUT` each would. */
export async function tellByWebhook(database: Database, name: string): Promise<void> {
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

/** One transaction of changes and the place of its last one. */
export interface CommittedBatch {
  readonly lastChange: number;
  /** Just before the commit was sent, on the clock of `performance.now()`: what is measured from here is never too short. */
  readonly committedAt: number;
  readonly changes: number;
}

/** Commits changes of listings that nobody has seen yet, with the rows that ingest writes for the matcher and in its way. */
export async function commitChanges(database: Database, changes: readonly WorkloadChange[]): Promise<CommittedBatch> {
  let batch: CommittedBatch;
  await database.transaction(async (transaction) => {
    const { now } = await new BatchStore(transaction).begin();
    await writeBatch(transaction, batchOf(changes, now.getTime()), now);
    const [last] = await transaction.query<{ id: number }>('select max(id) as id from listing_change');
    batch = { lastChange: last!.id, committedAt: performance.now(), changes: changes.length };
  });
  return batch!;
}

function batchOf(changes: readonly WorkloadChange[], observedAt: number): BatchRows {
  const rows: Pick<BatchRows, 'revisions' | 'changes'> = { revisions: [], changes: [] };
  for (const { before, after } of changes) {
    const [listingId, propertyId] = [newId(), newId()];
    const revision = (revisionId: number, online: boolean, state: Listing) =>
      rows.revisions.push({ listingId, revisionId, online, observedAt, state });
    if (before !== null) revision(1, true, before);
    const revisionId = before === null ? 1 : 2;
    revision(revisionId, after !== null, (after ?? before)!);
    rows.changes.push({
      listingId,
      propertyId,
      revisionId,
      previousPropertyId: before === null ? null : propertyId,
      siblings: [],
      offlineSiblingIds: [],
    });
  }
  return {
    ...rows,
    listings: [],
    replacedListingIds: [],
    blocks: [],
    events: [],
    properties: [],
    moved: [],
    observed: [],
  };
}

const ALERTS_AT_ONCE = 2_000;
/** Nothing is signed here; the bytes are as many as a sealed key has. */
const NO_KEY = randomBytes(79);

const INSERT_ALERTS = `
  insert into alert (id, account_id, shard, name, active, search_mode, criteria, criteria_version, signing_key, active_since, xid, created_at, updated_at)
  select new.id, $4, new.shard, $5, true, 'advanced', new.criteria::json, 1, $6, pg_current_snapshot(), pg_current_xact_id(), now(), now()
  from unnest($1::uuid[], $2::smallint[], $3::text[]) as new(id, shard, criteria)`;
