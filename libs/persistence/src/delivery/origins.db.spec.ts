import { DELIVERY_SCHEDULE_MS, judgeWebhook, Slots, type AttemptReport } from '@gable/domain/delivery';
import { DeliveryFixture, createTestDatabase, type FixtureAlert, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { openDatabase } from '../open-database.js';
import { DeliveryClaimStore } from './claim-store.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import { EventNotificationStore } from './event-notification-store.js';
import { DeliveryFinishStore } from './finish-store.js';

const SECOND = 1_000;
const TIMEOUT: AttemptReport = { kind: 'failed', code: 'TIMEOUT' };
const answered = (status: number): AttemptReport => ({ kind: 'answered', status });

let testDatabase: TestDatabase;
let database: Database;
let fixture: DeliveryFixture;
let account: string;
let now: Date;
let claims: DeliveryClaimStore;
let slots: Slots;
let under: ClaimedDelivery[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  fixture = new DeliveryFixture(database);
});
beforeEach(async () => {
  await database.query(`
    truncate delivery, delivery_wakeup, delivery_payload, event_notification, alert_mail;
    update delivery_endpoint set wake_at = null, wake_from = null`);
  account = await fixture.account();
  now = new Date('2026-03-01T12:00:00Z');
  [claims, slots, under] = [new DeliveryClaimStore(database), new Slots(), []];
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
const alertsAt = (count: number, address: (n: number) => string, accountId = account): Promise<FixtureAlert[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => fixture.alert({ accountId, address: address(n) })));
const paths = (count: number, accountId = account) => alertsAt(count, (n) => `https://host.example/${n}`, accountId);

/** Claims until there is nothing to claim now. */
async function claimAll(): Promise<ClaimedDelivery[]> {
  const options = {
    owner: newId(new Date()),
    channels: ['WEBHOOK', 'EMAIL'] as const,
    endpoints: 64,
    addressMailsPerDay: 0,
    mailGatherMs: 0,
  };
  const claimed: ClaimedDelivery[] = [];
  for (;;) {
    const { deliveries, runs } = await claims.claim({ ...options, slots }, now);
    for (const each of deliveries) slots.hold(each.id, each);
    claimed.push(...deliveries);
    if (runs === 0) break;
  }
  under.push(...claimed);
  return claimed;
}

async function finishAll(report: AttemptReport): Promise<void> {
  const results = under.splice(0).map((delivery) => {
    slots.release(delivery.id);
    return { delivery, endedAt: now, outcome: { kind: 'tried' as const, verdict: judgeWebhook(report, {}) } };
  });
  const options = { scheduleMs: DELIVERY_SCHEDULE_MS, addressMailsPerDay: 0, mailGatherMs: 0, random: () => 0.5 };
  await new DeliveryFinishStore(database).finish(results, options);
}

/** Nothing at the host answers, until its breaker opens. */
async function hang(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await claimAll();
    pass(SECOND);
    await finishAll(TIMEOUT);
  }
}
const leased = async () =>
  (await database.query<{ count: number }>('select count(*) from delivery where owner is not null'))[0]!.count;

describe('what cannot begin now', () => {
  it('is not claimed: paths of one host', async () => {
    for (const alert of await paths(100)) await fixture.queue(alert, now, { count: 3 });
    await claimAll();
    pass(SECOND);
    await claimAll();
    expect(await leased()).toBe(3);
  });

  it('is not claimed: hosts of one account; another account begins at once', async () => {
    for (const alert of await alertsAt(150, (n) => `https://h${n}.example/`)) await fixture.queue(alert, now);
    await claimAll();
    expect(await leased()).toBe(64);
    pass(SECOND);
    const [late] = await alertsAt(1, () => 'https://late.example/', await fixture.account());
    await fixture.queue(late!, now);
    expect((await claimAll()).map(({ address }) => address)).toEqual(['https://late.example/']);
  });
});

describe('an origin that does not answer', () => {
  it('is only probed, whichever of its endpoints is due; what waits is suspended and says why', async () => {
    for (const alert of await paths(30)) await fixture.queue(alert, now);
    await hang();
    expect(await claimAll()).toEqual([]);
    const { items } = await new EventNotificationStore(database).list(account, {}, { offset: 0, limit: 100 });
    const waiting = items.filter(({ attemptNumber, status }) => attemptNumber === 1 && status !== 'FAILED');
    expect(
      new Set(waiting.map(({ status, lastErrorMessage }) => `${status} ${lastErrorMessage?.split(':')[0]}`)),
    ).toEqual(new Set(['SUSPENDED HOST_FAILING']));
    pass(30 * SECOND);
    expect(await claimAll()).toMatchObject([{ isProbe: true }]);
    pass(15 * SECOND);
    await finishAll(TIMEOUT);
    pass(45 * SECOND);
    expect(await claimAll()).toEqual([]);
  });

  it('goes on for all with any answer of a probe', async () => {
    for (const alert of await paths(30)) await fixture.queue(alert, now);
    await hang();
    pass(30 * SECOND);
    await claimAll();
    await finishAll(answered(404));
    pass(SECOND);
    expect((await claimAll()).length).toBe(3);
  });

  it('is not held against an endpoint that took the last thing, nor against another account', async () => {
    const [well, ...hanging] = await paths(30);
    await fixture.queue(well!, now);
    await claimAll();
    await finishAll(answered(200));
    for (const alert of hanging) await fixture.queue(alert, now);
    await hang();
    expect(await claimAll()).toEqual([]);
    await fixture.queue(well!, now);
    const [other] = await paths(1, await fixture.account());
    await fixture.queue(other!, now);
    expect((await claimAll()).map(({ accountId }) => accountId).sort()).toEqual([account, other!.accountId].sort());
  });

  it('is none where a path or two hang', async () => {
    const [one, two, fresh] = await paths(3);
    for (const alert of [one!, two!]) await fixture.queue(alert, now, { count: 20 });
    for (let round = 0; round < 3; round += 1) await hang();
    await fixture.queue(fresh!, now);
    expect((await claimAll()).map(({ address }) => address)).toEqual([fresh!.address]);
  });
});
