import { Slots, DELIVERY_SCHEDULE_MS, judgeWebhook, type AttemptReport } from '@gable/domain/delivery';
import { DeliveryFixture, createTestDatabase, type TestDatabase } from '@gable/testing';
import { SeededRandom } from '@gable/domain/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { newId } from '../database/new-id.js';
import { DeliveryClaimStore } from './claim-store.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import type { DeliveryResult, Finished } from './delivery-rows.js';
import { DeliveryFinishStore } from './finish-store.js';

let testDatabase: TestDatabase;
let database: Database;
let fixture: DeliveryFixture;
let account: string;
let now: Date;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  fixture = new DeliveryFixture(database);
});
beforeEach(async () => {
  await database.query(
    `truncate delivery, delivery_wakeup, delivery_payload, event_notification, alert_mail;
     update delivery_endpoint set wake_at = null, wake_from = null`,
  );
  account = await fixture.account();
  now = new Date('2026-03-01T12:00:00Z');
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
const SECOND = 1_000;
const MINUTE = 60_000;

/** One worker with its own view of the queue. */
class Worker {
  readonly owner = newId(new Date());
  private readonly slots = new Slots();
  private readonly claims = new DeliveryClaimStore(database);
  private readonly finishes = new DeliveryFinishStore(database);

  async claim(endpoints = 64): Promise<readonly ClaimedDelivery[]> {
    const { deliveries } = await this.claims.claim(
      {
        owner: this.owner,
        channels: ['WEBHOOK', 'EMAIL'],
        endpoints,
        slots: this.slots,
        addressMailsPerDay: 0,
        mailGatherMs: 5 * MINUTE,
      },
      now,
    );
    for (const delivery of deliveries) this.slots.hold(delivery.id, delivery);
    return deliveries;
  }

  finish(deliveries: readonly ClaimedDelivery[], report: AttemptReport): Promise<Finished> {
    return this.settle(
      deliveries.map((delivery) => ({
        delivery,
        endedAt: now,
        outcome: { kind: 'tried', verdict: judgeWebhook(report, {}) },
      })),
    );
  }

  settle(results: readonly DeliveryResult[]): Promise<Finished> {
    for (const { delivery } of results) this.slots.release(delivery.id);
    return this.finishes.finish(results, {
      scheduleMs: DELIVERY_SCHEDULE_MS,
      addressMailsPerDay: 0,
      mailGatherMs: 5 * MINUTE,
      random: () => 0.5,
    });
  }
}

const answered = (status: number, retryAfterMs?: number): AttemptReport => ({ kind: 'answered', status, retryAfterMs });
const TIMEOUT: AttemptReport = { kind: 'failed', code: 'TIMEOUT' };

interface AttemptRow {
  attempt_number: number;
  status: string;
  scheduled_at: Date | null;
  response_status: number | null;
  last_error_message: string | null;
}
const attemptsOf = (deliveryId: string) =>
  database.query<AttemptRow>(
    `select attempt_number, status, scheduled_at, response_status, last_error_message
     from event_notification where delivery_id = $1 order by attempt_number`,
    [deliveryId],
  );
const statuses = async (deliveryId: string) => (await attemptsOf(deliveryId)).map(({ status }) => status);
const alertTo = (address: string) => fixture.alert({ accountId: account, address });

describe('a claim', () => {
  it('gives each endpoint a few deliveries, the one that waits longest first', async () => {
    const [busy, other] = [await alertTo('https://busy.example/hook'), await alertTo('https://other.example/hook')];
    await fixture.queue(busy, now, { count: 12 });
    pass(10);
    await fixture.queue(other, now, { count: 2 });
    const worker = new Worker();
    const first = await worker.claim();
    expect(first.map(({ address }) => address).sort()).toEqual([
      ...Array<string>(3).fill(busy.address),
      ...Array<string>(2).fill(other.address),
    ]);
  });

  it('serves in turn: who was served stands behind those who wait', async () => {
    const alerts = await Promise.all(['a', 'b', 'c'].map((name) => alertTo(`https://${name}.example/hook`)));
    for (const alert of alerts) {
      await fixture.queue(alert, now, { count: 20 });
      pass(1);
    }
    const worker = new Worker();
    const order: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const claimed = await worker.claim(1);
      order.push(new URL(claimed[0]!.address).hostname[0]!);
      await worker.finish(claimed, answered(200));
      pass(1);
    }
    expect(order.join('')).toBe('abcabc');
  });

  it('takes endpoints for one that differ in the query only, and keeps accounts apart', async () => {
    await fixture.queue(await alertTo('https://one.example/hook?a=1'), now, { count: 4 });
    await fixture.queue(await alertTo('https://ONE.example/hook?a=2'), now, { count: 4 });
    expect(await new Worker().claim()).toHaveLength(3);
    const other = await fixture.alert({ accountId: await fixture.account(), address: 'https://one.example/hook?a=1' });
    await fixture.queue(other, now, { count: 4 });
    expect(await new Worker().claim()).toHaveLength(6);
  });

  it('never gives one delivery to two workers', async () => {
    for (let i = 0; i < 8; i += 1) await fixture.queue(await alertTo(`https://r${i}.example/hook`), now, { count: 10 });
    const workers = Array.from({ length: 4 }, () => new Worker());
    const claimed: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const lots = await Promise.all(workers.map((worker) => worker.claim(3)));
      claimed.push(...lots.flat().map(({ id }) => id));
      await Promise.all(lots.map((lot, i) => workers[i]!.finish(lot, answered(200))));
      pass(30);
    }
    expect(claimed).toHaveLength(80);
    expect(new Set(claimed).size).toBe(80);
    expect(await database.query('select from delivery')).toHaveLength(0);
  });

  it('sees what commits late, below the mark it looks from', async () => {
    const [early, late] = [await alertTo('https://early.example/'), await alertTo('https://late.example/')];
    const worker = new Worker();
    await fixture.queue(early, now);
    await database.transaction(async (open) => {
      const [delivery] = await new DeliveryFixture(open).queue(late, now);
      expect(await worker.claim()).toHaveLength(1);
      pass(4 * SECOND);
      expect(await worker.claim()).toHaveLength(0);
      expect(delivery).toBeDefined();
    });
    pass(SECOND);
    expect((await worker.claim()).map(({ address }) => address)).toEqual([late.address]);
  });

  it('takes no more of an endpoint than may be under way, and more once it answers well', async () => {
    const alert = await alertTo('https://slow.example/');
    await fixture.queue(alert, now, { count: 60 });
    const worker = new Worker();
    const first = await worker.claim();
    pass(SECOND);
    expect([first.length, (await worker.claim()).length]).toEqual([3, 0]);
    await worker.finish(first, answered(204));
    let under = 0;
    for (let turn = 0; turn < 10; turn += 1) {
      pass(SECOND);
      under += (await worker.claim()).length;
    }
    expect(under).toBe(20);
  });
});

it.each([5, 6, 7])(
  'forgets nothing, however claims, results and queueing run into one another (%i)',
  async (seed) => {
    const alerts = await Promise.all(Array.from({ length: 6 }, (_, i) => alertTo(`https://mixed${i}.example/`)));
    const random = new SeededRandom(seed);
    let queued = 0;
    const queueing = async (): Promise<void> => {
      for (let step = 0; step < 40; step += 1) {
        const count = random.whole(1, 6);
        await fixture.queue(random.pick(alerts), now, { count });
        queued += count;
      }
    };
    const working = async (worker: Worker): Promise<void> => {
      for (let step = 0; step < 60; step += 1) {
        const claimed = await worker.claim(random.whole(1, 6));
        if (random.chance(0.15)) continue; // killed before it could tell
        for (const delivery of claimed)
          await worker.finish([delivery], random.chance(0.3) ? answered(500) : answered(200));
        pass(random.whole(0, 200));
      }
    };
    await Promise.all([queueing(), ...Array.from({ length: 4 }, () => working(new Worker()))]);
    const last = new Worker();
    for (let look = 0; look < 400; look += 1) {
      await last.finish(await last.claim(), answered(200));
      pass(look % 10 === 0 ? 6 * MINUTE : SECOND);
    }
    expect(await database.query('select from delivery')).toHaveLength(0);
    expect(await database.query(`select from event_notification where status = 'PENDING'`)).toHaveLength(0);
    expect(await database.query('select from event_notification where attempt_number = 1')).toHaveLength(queued);
  },
  120_000,
);

describe('a lease', () => {
  it('that ran out is taken over at the same attempt of the same delivery', async () => {
    const [queued] = await fixture.queue(await alertTo('https://a.example/'), now);
    const [killed, next] = [new Worker(), new Worker()];
    const [lost] = await killed.claim();
    pass(29 * SECOND);
    expect(await next.claim()).toEqual([]);
    pass(SECOND);
    const [again] = await next.claim();
    expect([again!.id, again!.attemptNumber, again!.notificationId]).toEqual([
      queued!.deliveryId,
      1,
      lost!.notificationId,
    ]);
  });

  it('that was taken over lets its old owner change nothing', async () => {
    const [queued] = await fixture.queue(await alertTo('https://a.example/'), now);
    const [slept, next] = [new Worker(), new Worker()];
    const stale = await slept.claim();
    pass(31 * SECOND);
    const current = await next.claim();
    expect(await slept.finish(stale, TIMEOUT)).toMatchObject({
      applied: [],
      stale: [{ delivery: { id: queued!.deliveryId } }],
    });
    expect(await statuses(queued!.deliveryId)).toEqual(['PENDING']);
    expect((await next.finish(current, answered(200))).applied).toHaveLength(1);
    expect(await slept.finish(stale, TIMEOUT)).toMatchObject({ applied: [] });
    expect(await statuses(queued!.deliveryId)).toEqual(['DELIVERED']);
  });

  it('that ran out and was taken again by the same worker lets the earlier attempt change nothing', async () => {
    const [queued] = await fixture.queue(await alertTo('https://a.example/'), now);
    const worker = new Worker();
    const [slept] = await worker.claim();
    pass(31 * SECOND);
    const [again] = await worker.claim();
    expect([again!.id, again!.attemptNumber, again!.owner]).toEqual([slept!.id, slept!.attemptNumber, slept!.owner]);
    const ended = await worker.settle([
      { delivery: slept!, endedAt: now, outcome: { kind: 'tried', verdict: judgeWebhook(TIMEOUT, {}) } },
      { delivery: again!, endedAt: now, outcome: { kind: 'tried', verdict: judgeWebhook(answered(200), {}) } },
    ]);
    expect([ended.applied.length, ended.stale.length]).toEqual([1, 1]);
    expect(await statuses(queued!.deliveryId)).toEqual(['DELIVERED']);
  });

  it('holds for one attempt: a result of an earlier attempt of the same worker changes nothing', async () => {
    const [queued] = await fixture.queue(await alertTo('https://a.example/'), now);
    const worker = new Worker();
    const first = await worker.claim();
    await worker.finish(first, answered(500));
    pass(10 * SECOND);
    expect((await worker.claim()).map(({ attemptNumber }) => attemptNumber)).toEqual([2]);
    expect((await worker.finish(first, answered(200))).stale).toHaveLength(1);
    expect(await statuses(queued!.deliveryId)).toEqual(['FAILED', 'PENDING']);
  });

  it('has one next attempt, whoever writes it', async () => {
    const [queued] = await fixture.queue(await alertTo('https://a.example/'), now);
    const worker = new Worker();
    await worker.finish(await worker.claim(), answered(500));
    const again = `
      insert into event_notification (id, account_id, alert_id, delivery_id, attempt_number, channel,
        destination_id, destination_address, status, created_at, updated_at)
      select $1, account_id, alert_id, delivery_id, attempt_number, channel,
        destination_id, destination_address, status, created_at, updated_at
      from event_notification where delivery_id = $2 and attempt_number = 2`;
    await expect(database.query(again, [newId(new Date()), queued!.deliveryId])).rejects.toThrow(
      'event_notification_attempt',
    );
  });

  it('is not waited for where somebody else is writing the attempt: the result comes again', async () => {
    const [queued] = await fixture.queue(await alertTo('https://a.example/'), now);
    const worker = new Worker();
    const claimed = await worker.claim();
    await database.transaction(async (open) => {
      await open.query('select from event_notification where delivery_id = $1 for update', [queued!.deliveryId]);
      expect((await worker.finish(claimed, answered(200))).busy).toHaveLength(1);
    });
    expect((await worker.finish(claimed, answered(200))).applied).toHaveLength(1);
  });
});

describe('a failed attempt', () => {
  it('is followed by the next at the time of the schedule, up to the last', async () => {
    const [queued] = await fixture.queue(await alertTo('https://a.example/'), now);
    const worker = new Worker();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const claimed = await worker.claim();
      expect(claimed.map(({ attemptNumber }) => attemptNumber)).toEqual([attempt]);
      await worker.finish(claimed, attempt % 2 === 0 ? TIMEOUT : answered(503));
      const [last] = (await attemptsOf(queued!.deliveryId)).slice(-1);
      if (attempt === 10) break;
      waits.push(last!.scheduled_at!.getTime() - now.getTime());
      pass(waits.at(-1)! - 1);
      expect(await worker.claim()).toEqual([]);
      pass(1);
    }
    expect(waits).toEqual(DELIVERY_SCHEDULE_MS);
    expect(await statuses(queued!.deliveryId)).toEqual(Array(10).fill('FAILED'));
    expect(await database.query('select from delivery')).toHaveLength(0);
  });

  it('waits as long as the receiver asks', async () => {
    const [queued] = await fixture.queue(await alertTo('https://a.example/'), now);
    const worker = new Worker();
    await worker.finish(await worker.claim(), answered(429, 90 * SECOND));
    expect((await attemptsOf(queued!.deliveryId))[1]!.scheduled_at).toEqual(new Date(now.getTime() + 90 * SECOND));
  });

  it('with 410 is the last', async () => {
    const [queued] = await fixture.queue(await alertTo('https://a.example/'), now);
    const worker = new Worker();
    await worker.finish(await worker.claim(), answered(410));
    expect(await attemptsOf(queued!.deliveryId)).toMatchObject([
      { status: 'FAILED', response_status: 410, last_error_message: expect.stringMatching(/^HTTP_410: /) },
    ]);
    expect(await database.query('select from delivery')).toHaveLength(0);
  });

  it('that we broke off does not count: the same attempt is due at once', async () => {
    const [queued] = await fixture.queue(await alertTo('https://a.example/'), now);
    const worker = new Worker();
    await worker.finish(await worker.claim(), { kind: 'failed', code: 'ABORTED' });
    expect(await statuses(queued!.deliveryId)).toEqual(['PENDING']);
    expect((await worker.claim()).map(({ attemptNumber }) => attemptNumber)).toEqual([1]);
  });

  it('stays skipped where the alert was switched off while it was under way, and is delivered where it was', async () => {
    const alert = await alertTo('https://a.example/');
    const [failing, arriving] = await fixture.queue(alert, now, { count: 2 });
    const worker = new Worker();
    const claimed = await worker.claim();
    await database.query(`update event_notification set status = 'SKIPPED', last_error_message = 'ALERT_INACTIVE: x'`);
    await worker.finish(
      claimed.filter(({ id }) => id === failing!.deliveryId),
      TIMEOUT,
    );
    await worker.finish(
      claimed.filter(({ id }) => id === arriving!.deliveryId),
      answered(200),
    );
    expect([await statuses(failing!.deliveryId), await statuses(arriving!.deliveryId)]).toEqual([
      ['SKIPPED'],
      ['DELIVERED'],
    ]);
    expect(await database.query('select from delivery')).toHaveLength(0);
  });
});
