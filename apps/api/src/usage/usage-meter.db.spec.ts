import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { newId, openDatabase, type Database } from '@gable/persistence';
import { UsageStore } from '@gable/persistence/usage';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { UsageMeter } from './usage-meter.js';

/** Hands bytes on between a meter and PostgreSQL, and cuts connections when told. */
class Wire {
  /** How many answers of the server are cut off, once the server has sent them. */
  cutsAfterCommit = 0;
  /** How many requests are cut off before the server sees them. */
  cutsBefore = 0;
  private constructor(private readonly server: Server) {}

  static async to(url: string): Promise<{ wire: Wire; url: string }> {
    const { hostname, port } = new URL(url);
    const wire = new Wire(
      createServer((client) => {
        const server = connect(Number(port), hostname);
        const cut = () => {
          client.destroy();
          server.destroy();
        };
        for (const end of [client, server]) end.on('error', cut).on('close', cut);
        const isCounting = (bytes: Buffer) => bytes.includes('usage_writer');
        let waits = false;
        client.on('data', (bytes) => {
          if (isCounting(bytes) && wire.cutsBefore > 0 && wire.cutsBefore--) return cut();
          waits = isCounting(bytes);
          server.write(bytes);
        });
        server.on('data', (bytes) => {
          if (waits && wire.cutsAfterCommit > 0 && wire.cutsAfterCommit--) return cut();
          client.write(bytes);
        });
      }).listen(0, '127.0.0.1'),
    );
    await once(wire.server, 'listening');
    return {
      wire,
      url: Object.assign(new URL(url), { port: String((wire.server.address() as AddressInfo).port) }).href,
    };
  }

  close(): void {
    this.server.close();
  }
}

let testDatabase: TestDatabase;
let direct: Database;
let wire: Wire;
let wired: Database;
const warnings: string[] = [];
const log = { warn: (_: object, text: string) => void warnings.push(text), info: () => undefined };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  direct = await openDatabase(testDatabase.url, { poolSize: 1 });
  const through = await Wire.to(testDatabase.url);
  wire = through.wire;
  wired = await openDatabase(through.url, { poolSize: 1 });
}, 60_000);
beforeEach(() => direct.query('truncate usage_count'));
afterEach(() => void jest.useRealTimers());
afterAll(async () => {
  await wired.close();
  wire.close();
  await direct.close();
  await testDatabase.drop();
});

const call = (results = 1) => ({ apiKeyUuid: KEY, route: 'POST /properties', routeType: 'search' as const, results });
const KEY = newId(new Date());

async function billed(): Promise<{ calls: number; results: number }> {
  const [row] = await direct.query<{ calls: number; results: number }>(
    'select coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(results), 0)::bigint as results from usage_count',
  );
  return row!;
}

async function meetsTotal(calls: number): Promise<void> {
  while ((await billed()).calls < calls);
}

it('writes what was counted by itself, soon after', async () => {
  const meter = new UsageMeter(new UsageStore(wired), log as never);
  meter.count(call(3));
  meter.count(call(4));
  await meetsTotal(2);
  expect(await billed()).toEqual({ calls: 2, results: 7 });
  meter.count(call());
  await meetsTotal(3);
  await meter.close();
});

it('counts once what was committed when the connection was cut, and does not lose what was counted meanwhile', async () => {
  // Else a slow machine lets it try again by itself before it is told to.
  jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate'] });
  const meter = new UsageMeter(new UsageStore(wired), log as never);
  wire.cutsAfterCommit = 2;
  meter.count(call());
  await meter.flush();
  expect(await billed()).toEqual({ calls: 1, results: 1 }); // arrived; the meter cannot know
  meter.count(call(5));
  await meter.flush();
  expect(await billed()).toEqual({ calls: 1, results: 1 });
  expect(wire.cutsAfterCommit).toBe(0);
  await meter.flush();
  expect(await billed()).toEqual({ calls: 2, results: 6 });
  await meter.close();
  expect(warnings).toEqual(['usage cannot be written; it is kept and tried again']);
});

it('keeps what did not arrive and sends it again by itself', async () => {
  const meter = new UsageMeter(new UsageStore(wired), log as never);
  wire.cutsBefore = 3;
  for (let n = 0; n < 10; n += 1) meter.count(call());
  await meetsTotal(10);
  expect({ left: wire.cutsBefore, ...(await billed()) }).toEqual({ left: 0, calls: 10, results: 10 });
  await meter.close();
});

it('writes all of it at the end, also what is counted while it writes', async () => {
  const meter = new UsageMeter(new UsageStore(wired), log as never);
  meter.count(call());
  const first = meter.flush();
  meter.count(call());
  await Promise.all([first, meter.close()]);
  expect(await billed()).toEqual({ calls: 2, results: 2 });
});

it('knows a call to the tenth of a second', async () => {
  let now = Date.parse('2026-03-01T10:00:00.199Z');
  const meter = new UsageMeter(new UsageStore(wired), log as never, () => now);
  meter.count(call());
  now += 1;
  meter.count(call());
  await meter.close();
  const rows = await direct.query<{ at: Date }>('select at from usage_count order by at');
  expect(rows.map(({ at }) => at.toISOString())).toEqual(['2026-03-01T10:00:00.100Z', '2026-03-01T10:00:00.200Z']);
});
