import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, openDatabase, StatusStore, type Database } from '@gable/persistence';
import { PostgresPair } from '@gable/testing';
import { ApiProcess } from './testing/api-process.js';
import { Portal } from './testing/portal.js';
import { WorkerProcesses } from './testing/worker-processes.js';

let pair: PostgresPair;
let world: WorkerProcesses;
let api: ApiProcess;
let portal: Portal;
let client: string;

beforeEach(async () => {
  pair = await PostgresPair.begin(migrate, { synchronous: true });
  world = await WorkerProcesses.begin({ url: pair.bothUrl, drop: () => pair.close() });
  api = await ApiProcess.start({ ...world.environment, LOG_LEVEL: 'fatal' });
  portal = await Portal.at(api, world.database);
  client = await api.makeKey(world.database, 'Client', 'ROLE_API_CLIENT');
}, 120_000);
afterEach(async () => {
  await api.stop();
  await world.close();
}, 60_000);

const ALERT = { name: 'Nothing of it', criteria: { price: { max: 1 } } };
const isDone = (status: number): boolean => status >= 200 && status < 300;

/** Callers who write until they are stopped, one after the other, and note what was acknowledged. */
class Load {
  readonly listings: string[] = [];
  readonly alerts: string[] = [];
  /** Each answer and when it came. */
  readonly answers: { readonly what: string; readonly status: number; readonly at: number }[] = [];
  private readonly stopping = new AbortController();
  private readonly callers: Promise<void>[];
  private made = 0;

  constructor() {
    const put = async () => {
      const id = `put-${++this.made}`;
      const status = await portal.put(id, 100_000 + this.made);
      if (isDone(status)) this.listings.push(id);
      return status;
    };
    const alert = async () => {
      const { status, body } = await api.ask('POST', '/alerts', { key: client, body: ALERT });
      if (isDone(status)) this.alerts.push((body as { id: string }).id);
      return status;
    };
    const search = async () => (await api.ask('POST', '/properties', { key: client, body: { size: 5 } })).status;
    this.callers = [this.repeat('put', put), this.repeat('alert', alert), this.repeat('search', search)];
  }

  /** When the first answer of each kind that begins after this moment comes. */
  async untilAllAnswer(): Promise<number> {
    const since = this.answers.length;
    const kinds = () =>
      new Set(this.answers.slice(since).flatMap(({ what, status }) => (isDone(status) ? [what] : [])));
    while (kinds().size < 3) await sleep(10);
    return performance.now();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.callers);
  }

  private async repeat(what: string, ask: () => Promise<number>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.answers.push({ what, status: await ask(), at: performance.now() });
      await sleep(10);
    }
  }
}

/** Feeds that are moved in: what an operator sees in the drop folder is acknowledged, too. */
class Drops {
  readonly listings: string[] = [];
  private files = 0;

  drop(): void {
    const ids = Array.from({ length: 5 }, (_, n) => `file-${this.files}-${n}`);
    world.drop(`${String(this.files++).padStart(6, '0')}.ndjson`, ids);
    this.listings.push(...ids);
  }
}

const names = async (database: Database, text: string): Promise<string[]> =>
  (await database.query<{ name: string }>(text)).map(({ name }) => name);

/** What must exist, against what does. */
async function expectNothingLost(load: Load, drops: Drops): Promise<void> {
  const promoted = await openDatabase(pair.standby.url, { poolSize: 2, applicationName: 'spec' });
  try {
    const stored = await names(promoted, 'select external_id as name from listing');
    await world.until(async () => {
      const all = new Set(await names(promoted, 'select external_id as name from listing'));
      return drops.listings.every((id) => all.has(id));
    });
    await world.until(async () => {
      const pending = await new StatusStore(promoted).readPending();
      return pending.changes === 0 && pending.deliveries === 0;
    });
    expect(load.listings.filter((id) => !stored.includes(id))).toEqual([]);
    const alerts = new Set(await names(promoted, 'select id::text as name from alert'));
    expect(load.alerts.filter((id) => !alerts.has(id))).toEqual([]);
    // Each listing that is stored gave the one alert on everything one event, which was sent.
    const listings = await names(promoted, 'select id::text as name from listing order by 1');
    const events = await names(promoted, 'select listing_id::text as name from alert_event order by 1');
    expect(events).toEqual(listings);
    const sent = await names(promoted, `select 'msg_' || id as name from alert_event`);
    const arrived = new Set(world.received);
    expect(sent.filter((id) => !arrived.has(id))).toEqual([]);
  } finally {
    await promoted.close();
  }
}

/** Writes under way, ends the primary as `end` does it, promotes the standby and lets the writes go on. */
async function failOver(end: () => Promise<void> | void): Promise<void> {
  await world.start({ LOG_LEVEL: 'fatal' }); // what it says of a database that is away is known
  await world.alert();
  const [load, drops] = [new Load(), new Drops()];
  for (let round = 0; round < 10; round += 1) {
    drops.drop();
    const [puts, alerts] = [load.listings.length, load.alerts.length];
    await world.until(() => load.listings.length >= puts + 5 && load.alerts.length >= alerts + 5);
  }
  await end();
  const ended = performance.now();
  drops.drop();
  await pair.promote();
  const promoted = performance.now();
  const answered = await load.untilAllAnswer();
  for (let round = 0; round < 5; round += 1) {
    drops.drop();
    const puts = load.listings.length;
    await world.until(() => load.listings.length >= puts + 5);
  }
  await load.stop();
  await expectNothingLost(load, drops);
  const refused = load.answers.filter(({ status }) => !isDone(status));
  process.stderr.write(
    `failover: ${load.listings.length} listings, ${load.alerts.length} alerts and ${drops.listings.length} lines of ` +
      `files acknowledged, ${world.received.length} webhooks for ${new Set(world.received).size} events; ` +
      `${refused.length} requests refused (${[...new Set(refused.map(({ status }) => status))].join(', ')}); answered ` +
      `${Math.round(answered - promoted)} ms after the promotion, ${Math.round(answered - ended)} ms after the end\n`,
  );
  expect(refused.filter(({ status }) => status !== 503)).toEqual([]);
}

it('loses nothing that was acknowledged when the primary is killed, and goes on at the promoted standby', async () => {
  await failOver(() => pair.primary.kill());
}, 300_000);

it('leaves a primary that hangs once the standby was promoted', async () => {
  await failOver(() => pair.primary.hang());
}, 300_000);
