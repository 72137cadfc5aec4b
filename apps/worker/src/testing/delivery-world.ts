import { randomBytes } from 'node:crypto';
import type { AttemptResult, Channel, EmailMessage, WebhookMessage } from '@gable/notifications';
import { openDatabase, type Database } from '@gable/persistence';
import { Sealer } from '@gable/runtime';
import { createTestDatabase, DeliveryFixture, type FixtureAlert, type TestDatabase } from '@gable/testing';
import type { DeliveryListener } from '../delivery/delivery-parts.js';
import type { DeliveryStage } from '../delivery/delivery-stage.js';
import { deliveryStageOn, silentDelivery } from './delivery-stage-on.js';

export const answered = (): AttemptResult => ({ kind: 'answered', status: 200 });

/** An answer that comes when the test says so. */
export function later(): { promise: Promise<AttemptResult>; arrive: () => void } {
  let arrive = (): void => {};
  const promise = new Promise<AttemptResult>((resolve) => {
    arrive = () => resolve(answered());
  });
  return { promise, arrive };
}

/** A channel that keeps what it is given and answers as told. */
class FakeChannel<Message> implements Channel<Message> {
  readonly sent: Message[] = [];
  answer: (message: Message) => AttemptResult | Promise<AttemptResult> = answered;

  async send(message: Message): Promise<AttemptResult> {
    this.sent.push(message);
    return this.answer(message);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The queue of deliveries of a database of its own, with channels that keep what is sent and a clock moved by hand. */
export class DeliveryWorld {
  readonly sealer = new Sealer(randomBytes(32).toString('base64'));
  readonly fixture: DeliveryFixture;
  readonly webhooks = new FakeChannel<WebhookMessage>();
  readonly emails = new FakeChannel<EmailMessage>();
  account!: string;
  now!: Date;

  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly database: Database,
  ) {
    this.fixture = new DeliveryFixture(database, this.sealer);
  }

  static async open(): Promise<DeliveryWorld> {
    const testDatabase = await createTestDatabase();
    return new DeliveryWorld(testDatabase, await openDatabase(testDatabase.url, { poolSize: 6 }));
  }

  /** Begins anew: an empty queue, another account, channels that take everything. */
  async empty(): Promise<void> {
    await this.database.query(`
      truncate delivery, delivery_wakeup, delivery_payload, event_notification, alert_event, alert_mail;
      update delivery_endpoint set wake_at = null, wake_from = null, opened_at = null, failures = 0`);
    this.account = await this.fixture.account();
    this.now = new Date('2026-03-01T12:00:00Z');
    for (const channel of [this.webhooks, this.emails]) {
      channel.sent.length = 0;
      channel.answer = answered;
    }
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.testDatabase.drop();
  }

  pass(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  worker({
    withMail = true,
    listener = silentDelivery,
    addressMailsPerDay = 0,
  }: { withMail?: boolean; listener?: DeliveryListener; addressMailsPerDay?: number } = {}): DeliveryStage {
    return deliveryStageOn(this.database, this.sealer, {
      webhooks: this.webhooks,
      emails: withMail ? this.emails : undefined,
      clock: { now: () => this.now, sync: () => Promise.resolve(this.now) },
      listener,
      addressMailsPerDay,
    });
  }

  run(stage = this.worker()): Promise<boolean> {
    return stage.step(new AbortController().signal);
  }

  rows() {
    return this.database.query<{
      status: string;
      last_error_message: string | null;
      attempt_number: number;
      delivery_id: string;
    }>('select status, last_error_message, attempt_number, delivery_id from event_notification order by id');
  }

  /** Deliveries that a worker has taken. */
  async claimed(): Promise<number> {
    return (await this.database.query('select from delivery where owner is not null')).length;
  }

  webhookAlert(address = 'https://r.example/hook'): Promise<FixtureAlert> {
    return this.fixture.alert({ accountId: this.account, address });
  }

  mailAlert(address = 'jane@example.org'): Promise<FixtureAlert> {
    return this.fixture.alert({ accountId: this.account, channel: 'EMAIL', address });
  }

  /** An event of the alert, with its delivery. */
  async told(alert: FixtureAlert): Promise<{ eventId: string | null; deliveryId: string }> {
    const eventIds = [await this.fixture.event(alert)];
    const [delivery] = await this.fixture.queue(alert, this.now, { eventIds });
    return delivery!;
  }

  /** Alerts of one origin whose receivers have just answered. */
  async answering(origin: string, count: number): Promise<FixtureAlert[]> {
    const alerts = await Promise.all(Array.from({ length: count }, (_, n) => this.webhookAlert(`${origin}${n}`)));
    for (const alert of alerts) await this.told(alert);
    await this.run();
    return alerts;
  }
}
