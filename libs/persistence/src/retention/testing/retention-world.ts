import { createTestDatabase, DeliveryFixture, type FixtureAlert, type TestDatabase } from '@gable/testing';
import type { Database } from '../../database/database.js';
import { newId } from '../../database/new-id.js';
import { openDatabase } from '../../open-database.js';
import { RetentionPass, type Retention, type RetentionStep } from '../retention-pass.js';

export const DAY_MS = 86_400_000;
export const KEPT: Retention = {
  eventsMs: 730 * DAY_MS,
  notificationsMs: 730 * DAY_MS,
  revisionsMs: null,
  marketEventsMs: null,
};
export const NOTHING: Retention = { notificationsMs: null, eventsMs: null, revisionsMs: null, marketEventsMs: null };

export const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

/** A store with one alert to a webhook and one to a mail address, and rows of any age. */
export class RetentionWorld {
  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly database: Database,
    private readonly fixture: DeliveryFixture,
    readonly hook: FixtureAlert,
    readonly mail: FixtureAlert,
  ) {}

  static async open(): Promise<RetentionWorld> {
    const testDatabase = await createTestDatabase();
    const database = await openDatabase(testDatabase.url, { poolSize: 4 });
    const fixture = new DeliveryFixture(database);
    const accountId = await fixture.account();
    await database.query(`insert into source values (gen_random_uuid(), 'portal.example', 'Portal', now())`);
    const hook = await fixture.alert({ accountId, address: 'https://hook.example/in' });
    const mail = await fixture.alert({ accountId, channel: 'EMAIL', address: 'ada@mail.example' });
    return new RetentionWorld(testDatabase, database, fixture, hook, mail);
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.testDatabase.drop();
  }

  async empty(): Promise<void> {
    await this.database
      .query(`truncate alert_event, event_notification, delivery, delivery_payload, alert_criteria_history,
      listing, listing_revision, listing_state, former_listing, listing_change, market_event, market_month,
      market_rollup_month`);
  }

  /** Events of some days ago, each of one delivery or all of the same; answers their ids. */
  async eventsOf(
    alert: FixtureAlert,
    days: readonly number[],
    { sameMail = false, version = 1 }: { sameMail?: boolean; version?: number } = {},
  ): Promise<string[]> {
    const ids = days.map((each) => newId(daysAgo(each)));
    const mailId = newId(daysAgo(days[0]!));
    await this.database.query(
      `insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version,
       delivery_id, created_at)
     select id, $2, gen_random_uuid(), gen_random_uuid(), 1, 0, $4, coalesce($5, id), now() - days * interval '1 day'
     from unnest($1::uuid[], $3::float8[]) as made(id, days)`,
      [ids, alert.id, days, version, sameMail ? mailId : null],
    );
    return ids;
  }

  /** Deliveries of these events that have been sent, begun so many days ago, with what was rendered. */
  async sent(alert: FixtureAlert, eventIds: readonly string[], days: number): Promise<void> {
    await this.queued(alert, eventIds, days);
    await this.database.query(`delete from delivery where alert_id = $1`, [alert.id]);
    await this.database.query(`update event_notification set status = 'DELIVERED' where alert_id = $1`, [alert.id]);
  }

  async queued(alert: FixtureAlert, eventIds: readonly string[], days: number): Promise<void> {
    const deliveries = await this.fixture.queue({ ...alert, channel: 'WEBHOOK' }, daysAgo(days), { eventIds });
    for (const { deliveryId } of deliveries)
      await this.database.query(`insert into delivery_payload values ($1, '')`, [deliveryId]);
  }

  /** A whole pass; what it removed, and what waits. */
  async pass(retention: Partial<Retention>): Promise<Record<string, number>> {
    const running = new RetentionPass(this.database, { ...NOTHING, ...retention });
    const sum: Record<string, number> = {};
    for (let step: RetentionStep | null; (step = await running.step()) !== null;) {
      for (const [table, count] of Object.entries(step.removed)) sum[table] = (sum[table] ?? 0) + count;
      if (step.ended !== null) return { ...sum, waiting: step.ended.waiting };
    }
    return sum;
  }

  async idsIn(table: string, column = 'id'): Promise<string[]> {
    return (await this.database.query<{ id: string }>(`select ${column} as id from ${table} order by 1`)).map(
      ({ id }) => id,
    );
  }
}
