import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@gable/persistence';
import { acquirePostgres, binariesPackage, findRunningServer } from '@gable/runtime';
import { queryOnce } from '@gable/testing';

const main = path.resolve(__dirname, '../../../apps/cli/dist/main.js');
const OLDER = `${binariesPackage()}@17.10.0-beta.17`;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-major-'));
fs.chmodSync(folder, 0o711); // as root the server runs as another user, who has to get in
const home = path.join(folder, 'home');
const clusterFolder = path.join(home, 'postgres', 'cluster');
const binariesFolder = path.join(folder, 'node_modules', ...binariesPackage().split('/'));

fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
const fetched = spawnSync(
  'npm',
  ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', OLDER],
  { cwd: folder, encoding: 'utf8' },
);
if (fetched.status !== 0)
  process.stderr.write(`LEFT OUT: the move of a database of PostgreSQL 17; npm has no ${OLDER}: ${fetched.stderr}\n`);

const environment = (): NodeJS.ProcessEnv => {
  const env: NodeJS.ProcessEnv = { ...process.env, GABLE_HOME: home, LOG_LEVEL: 'warn', GABLE_TEST_HOME: '' };
  delete env.DATABASE_URL;
  return env;
};

function gable(...args: string[]): { code: number | null; answer: Record<string, unknown>; errors: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args, '--json'], {
    encoding: 'utf8',
    env: environment(),
  });
  return { code: status, answer: JSON.parse(stdout) as Record<string, unknown>, errors: stderr };
}

/** Ends at the first of these moments, as by `kill -9`: with what it started, as a machine that fails. */
async function moveKilledWhen(condition: () => boolean): Promise<void> {
  const child = spawn(process.execPath, [main, 'upgrade-database', '--binaries', binariesFolder], {
    env: environment(),
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  while (!condition() && child.exitCode === null) await sleep(5);
  child.kill('SIGKILL');
  await gone;
}

const version = (): string => fs.readFileSync(path.join(clusterFolder, 'data', 'PG_VERSION'), 'utf8').trim();

/** The rows of the tables that hold something of the customer's, as text. */
async function rowsOf(url: string): Promise<Record<string, unknown>> {
  const tables = ['listing', 'listing_revision', 'property', 'source', 'api_key', 'account', 'market_event'];
  const rows = tables.map(async (table) => [
    table,
    await queryOnce(url, `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`),
  ]);
  return Object.fromEntries((await Promise.all(rows)) as [string, unknown][]);
}

afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

(fetched.status === 0 ? describe : describe.skip)('a home that PostgreSQL 17 made', () => {
  jest.setTimeout(300_000);
  let before: Record<string, unknown>;

  beforeAll(async () => {
    const postgres = await acquirePostgres({ home, binariesFolder });
    const [{ server_version: made }] = (await queryOnce(postgres.url, 'show server_version')) as [
      { server_version: string },
    ];
    expect(made).toMatch(/^17\./);
    await migrate(postgres.url);
    const feed = path.join(folder, 'feed.ndjson');
    const line = (number: number): string =>
      JSON.stringify({
        ...{ source: { domain: 'agency.example', name: 'Agence d’été' }, externalId: `home-${number}` },
        ...{ observedAt: '2026-01-01T00:00:00Z', status: 'ONLINE', transactionType: 'SELL', propertyType: 'FLAT' },
        ...{ price: 100_000 + number, currency: 'EUR', title: `Two rooms, ${number}` },
      });
    fs.writeFileSync(feed, Array.from({ length: 300 }, (_, number) => `${line(number)}\n`).join(''));
    for (const args of [
      ['ingest', feed],
      ['keys', 'create', '--account', 'Acme', '--role', 'ROLE_API_CLIENT', '--name', 'site'],
    ]) {
      const { status, stderr } = spawnSync(process.execPath, [main, ...args], {
        encoding: 'utf8',
        env: { ...environment(), DATABASE_URL: postgres.url },
      });
      expect([status, stderr]).toEqual([0, expect.anything()]);
    }
    before = await rowsOf(postgres.url);
    expect(before.listing).toHaveLength(300);
    await postgres.release();
  });

  it('is refused at a start with the command that moves it, and is not touched', () => {
    const { code, answer } = gable('status');
    expect(code).toBe(1);
    expect(answer.error).toMatch(/made by PostgreSQL 17, this Gable brings 18\..*gable upgrade-database/s);
    expect(version()).toBe('17');
  });

  it('is not moved while somebody uses it', async () => {
    const postgres = await acquirePostgres({ home, binariesFolder });
    const { code, answer } = gable('upgrade-database', '--binaries', binariesFolder);
    expect([code, answer.error]).toEqual([1, expect.stringContaining('Stop what uses this home first')]);
    await postgres.release();
  });

  it('stays as it is where the move is killed half way', async () => {
    const unfinished = path.join(clusterFolder, 'data.moving');
    await moveKilledWhen(() => findRunningServer(unfinished)?.state === 'ready');
    expect(fs.existsSync(unfinished)).toBe(true);
    expect(version()).toBe('17');
    expect(gable('status').answer.error).toMatch(/gable upgrade-database/);
  });

  it('is moved with everything in it, and the old files are kept', async () => {
    const { code, answer, errors } = gable('upgrade-database');
    expect([code, errors.includes('npm could not')]).toEqual([0, false]);
    expect(answer).toEqual({ from: 17, to: 18, keptIn: expect.stringContaining('data.postgresql-17-') as unknown });
    expect(version()).toBe('18');
    expect(fs.readFileSync(path.join(answer.keptIn as string, 'PG_VERSION'), 'utf8').trim()).toBe('17');
    const postgres = await acquirePostgres({ home });
    expect(await rowsOf(postgres.url)).toEqual(before);
    await postgres.release();
    expect(gable('status').answer).toMatchObject({ listings: 300, deliveryPause: null });
    expect(gable('upgrade-database').answer).toEqual({ moved: false });
  });

  it('is taken into use by the next start where the move was killed between its last two steps', () => {
    fs.renameSync(path.join(clusterFolder, 'data'), path.join(clusterFolder, 'data.moved'));
    expect(gable('status').answer).toMatchObject({ listings: 300 });
    expect(version()).toBe('18');
  });
});
