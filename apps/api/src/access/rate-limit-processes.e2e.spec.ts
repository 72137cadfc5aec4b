import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeparateApis } from '../testing/separate-apis.js';
import { describeWithRedis, RedisServer } from '../testing/redis-server.js';

const LIMIT = 400;
/** Headers say whole seconds, and processes learn of the end by different ways. */
const A_SECOND = 1_000;
/** Four processes on a busy machine, each with its warm-up. */
const STARTING = 600_000;
jest.setTimeout(STARTING);
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
afterAll(() => agent.destroy());

interface Answer {
  readonly status: number;
  readonly policy: string;
  readonly remaining: number;
  /** The end of the minute lies between these, by the clock of this process. */
  readonly endsAfter: number;
  readonly endsBefore: number;
}

async function ask(url: string, key: string): Promise<Answer> {
  const sentAt = Date.now();
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(`${url}/sources`, { agent, headers: { 'x-api-key': key } }, resolve).on('error', reject);
  });
  const receivedAt = Date.now();
  response.resume();
  const [, r, t] = /^"per-minute";r=(\d+);t=(\d+)$/.exec(String(response.headers.ratelimit)) ?? [];
  return {
    status: response.statusCode!,
    policy: String(response.headers['ratelimit-policy']),
    remaining: Number(r),
    endsAfter: sentAt + (Number(t) - 1) * 1_000,
    endsBefore: receivedAt + Number(t) * 1_000,
  };
}

/** Asks the processes in turns, a few at a time. */
async function askAll(urls: readonly string[], key: string, count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < count) answers.push(await ask(urls[(next += 1) % urls.length]!, key));
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return answers;
}

const admitted = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);

/** Asks within one minute; where the machine was too slow for that, again with another key. */
async function withinOneMinute(
  world: SeparateApis,
  work: (key: string) => Promise<Answer[]>,
): Promise<readonly Answer[]> {
  for (;;) {
    const answers = await work(await world.makeKey());
    const end = Math.max(...answers.map(({ endsAfter }) => endsAfter));
    if (answers.every(({ endsBefore }) => end <= endsBefore + A_SECOND)) return answers;
    expect(end).toBeGreaterThan(Math.min(...answers.map(({ endsBefore }) => endsBefore)) + 30_000); // a later minute, no disagreement
  }
}

function itCountsTogether(world: () => SeparateApis): void {
  it('admits the limit, neither more nor less, of what four processes are asked in turns', async () => {
    const answers = await withinOneMinute(world(), (key) => askAll(world().urls, key, 2 * LIMIT));
    expect(admitted(answers)).toHaveLength(LIMIT);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  it('admits 95 % at least where one is asked after all of them were', async () => {
    const answers = await withinOneMinute(world(), async (key) => [
      ...(await askAll(world().urls, key, LIMIT / 2)),
      ...(await askAll(world().urls.slice(0, 1), key, LIMIT)),
    ]);
    expect(admitted(answers).length).toBeLessThanOrEqual(LIMIT);
    expect(admitted(answers).length).toBeGreaterThanOrEqual(0.95 * LIMIT);
  });

  it('says the same limit and minute from each of them, and what is left to a twentieth', async () => {
    // withinOneMinute has seen that there is an end of the minute that all answers allow.
    const used: number[] = [];
    const answers = await withinOneMinute(world(), async (key) => {
      used.length = 0;
      const all: Answer[] = [];
      for (let n = 0; n < 100; n += 1) {
        all.push(await ask(world().urls[n % 4]!, key));
        used.push(n + 1);
      }
      return all;
    });
    expect(new Set(answers.map(({ policy }) => policy))).toEqual(new Set([`"per-minute";q=${LIMIT};w=60`]));
    for (const [n, { remaining }] of answers.entries())
      expect(Math.abs(remaining - (LIMIT - used[n]!))).toBeLessThanOrEqual(0.05 * LIMIT);
  });
}

describe('four API processes on one PostgreSQL', () => {
  let world: SeparateApis;
  beforeAll(async () => {
    world = await SeparateApis.start(4, { RATE_LIMIT_PER_MINUTE: String(LIMIT) });
  }, STARTING);
  afterAll(() => world.stop());

  itCountsTogether(() => world);

  it('write to the database for one in five requests at most, and to no log of it', async () => {
    await world.database
      .query(`create table written (); create function note_write() returns trigger language plpgsql as $$
      begin insert into written default values; return null; end $$;
      create trigger written after insert or update on rate_window for each row execute function note_write()`);
    const written = async () => (await world.database.query('select from written')).length;
    const key = await world.makeKey(10_000);
    expect(admitted(await askAll(world.urls, key, 1_000))).toHaveLength(1_000);
    expect(await written()).toBeGreaterThan(0);
    expect(await written()).toBeLessThan(200);
    expect(
      await world.database.query(`select relpersistence as kind from pg_class where relname = 'rate_window'`),
    ).toEqual([{ kind: 'u' }]);
  });
});

describeWithRedis('four API processes with a Valkey or Redis', () => {
  let redis: RedisServer;
  let world: SeparateApis;
  beforeAll(async () => {
    redis = await RedisServer.start();
    world = await SeparateApis.start(4, { RATE_LIMIT_PER_MINUTE: String(LIMIT), RATE_LIMIT_REDIS_URL: redis.url });
  }, STARTING);
  afterAll(async () => {
    await world.stop();
    await redis.kill();
  });

  itCountsTogether(() => world);

  it('admit the limit each while it is away, and together again once it is back', async () => {
    await redis.kill();
    const [one] = world.urls as [string];
    const alone = await withinOneMinute(world, (key) => askAll([one], key, 2 * LIMIT));
    expect(admitted(alone)).toHaveLength(LIMIT);
    await redis.resume();
    // Each looks once a second whether it is back; until all of them know, they admit more together.
    const together = async () => admitted(await askAll(world.urls, await world.makeKey(), 2 * LIMIT)).length;
    while ((await together()) > LIMIT) await sleep(100);
  });
});
