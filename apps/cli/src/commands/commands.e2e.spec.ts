import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { acquirePostgres, type EmbeddedPostgres } from '@gable/runtime';
import { feedState } from '@gable/testing';

const root = path.resolve(__dirname, '../../../..');
let home: string;

interface Outcome {
  code: number | null;
  answer: unknown;
  stderr: string;
}

/** Runs gable as a script would: with --json, reading the one document on standard output. */
function gable(
  args: readonly string[],
  { input, environment }: { input?: string | Buffer; environment?: NodeJS.ProcessEnv } = {},
): Outcome {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(GABLE_|PORT$|DATABASE_URL$)/.test(name)),
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'apps/cli/dist/main.js'), ...args, '--json'],
    {
      input,
      encoding: 'utf8',
      env: { ...own, GABLE_HOME: home, ...environment },
    },
  );
  return { code: status, answer: stdout === '' ? undefined : JSON.parse(stdout), stderr };
}

function feedLine(externalId: unknown, more: object = {}): string {
  return JSON.stringify(feedState({ externalId, price: 100_000, ...more }));
}

beforeAll(() => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-commands-'));
  fs.chmodSync(folder, 0o711);
  home = path.join(folder, 'home');
});
afterAll(() => fs.rmSync(path.dirname(home), { recursive: true, force: true, maxRetries: 5 }));

describe('gable', () => {
  jest.setTimeout(120_000);

  it('makes the database at the first command, migrates it once and stops it again', () => {
    const { code, answer } = gable(['migrate']);
    expect(code).toBe(0);
    expect((answer as { applied: string[] }).applied.length).toBeGreaterThan(0);
    expect(gable(['migrate'])).toMatchObject({ code: 0, answer: { applied: [] } });
    expect(fs.existsSync(path.join(home, 'postgres/cluster/data/postmaster.pid'))).toBe(false);
  });
});

describe('gable, beside a server that runs already', () => {
  jest.setTimeout(120_000);
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    postgres = await acquirePostgres({ home, durable: false });
  });
  afterAll(() => postgres.release());

  it('shows and sets what an account may have, and makes no key beyond that', () => {
    const create = (environment = {}) =>
      gable(['keys', 'create', '--account', 'Quota', '--role', 'ROLE_API_CLIENT', '--name', 'one'], { environment });
    expect(create({ ACCOUNT_MAX_KEYS: '1' }).code).toBe(0);
    const refused = create({ ACCOUNT_MAX_KEYS: '1' });
    expect([refused.code, refused.answer]).toEqual([
      1,
      { error: expect.stringContaining('may have 1 API keys that are not revoked and has them') as string },
    ]);
    const quota = (...options: string[]) => gable(['accounts', 'quota', 'Quota', ...options]);
    expect(quota('--keys', '2', '--alerts', '7').answer).toEqual({
      account: 'Quota',
      quotas: {
        alerts: { used: 0, limit: 7, source: 'account', isDefault: false },
        shapes: { used: 0, limit: 10_000, source: 'setting', isDefault: true },
        favorites: { used: 0, limit: 100_000, source: 'setting', isDefault: true },
        keys: { used: 1, limit: 2, source: 'account', isDefault: false },
      },
    });
    expect(create({ ACCOUNT_MAX_KEYS: '1' }).code).toBe(0);
    expect(quota('--alerts', 'default').answer).toMatchObject({
      quotas: { alerts: { limit: 100_000, isDefault: true }, keys: { used: 2 } },
    });
    expect(quota('--alerts', '-1').code).toBe(2);
    expect(gable(['accounts', 'quota', 'Nobody']).code).toBe(1);
  });

  it('keeps plans, gives them to accounts, limits and narrows keys, and writes it all down', () => {
    const set = (...options: string[]) => gable(['plans', 'set', 'gold', '--by', 'Ada', ...options]);
    expect(set('--requests-per-minute', '900', '--max-alerts', '50').answer).toEqual({
      name: 'gold',
      requestsPerMinute: 900,
      quotas: { alerts: 50, shapes: null, favorites: null, keys: null },
      accounts: 0,
    });
    const create = (...options: string[]) =>
      gable(['keys', 'create', '--account', 'Plan', '--role', 'ROLE_API_CLIENT', '--name', 'k', ...options]);
    const narrow = create('--scope', 'properties:read,alerts:read', '--scope', 'alerts:write');
    const scopes = ['properties:read', 'alerts:read', 'alerts:write'];
    expect(narrow).toMatchObject({ code: 0, answer: { scopes, requestsPerMinute: null } });
    const { apiKeyUuid } = narrow.answer as { apiKeyUuid: string };
    expect(create('--scope', 'everything').code).toBe(2);
    const account = (...options: string[]) => gable(['accounts', 'set', 'Plan', '--by', 'Ada', ...options]);
    expect(account('--plan', 'silver').code).toBe(1);
    expect(account('--plan', 'gold', '--max-keys', '3').answer).toMatchObject({
      plan: 'gold',
      requestsPerMinute: null,
      quotas: { alerts: { limit: 50, source: 'plan' }, keys: { limit: 3, source: 'account' } },
    });
    expect(account('--requests-per-minute', '0').answer).toMatchObject({ plan: 'gold', requestsPerMinute: 0 });
    const accounts = gable(['accounts', 'list']).answer as { account: string }[];
    expect(accounts.find(({ account: name }) => name === 'Plan')).toMatchObject({ plan: 'gold', requestsPerMinute: 0 });
    expect(gable(['keys', 'set', apiKeyUuid, '--requests-per-minute', '5', '--by', 'Ada']).code).toBe(0);
    const { answer } = gable(['keys', 'rotate', apiKeyUuid]);
    expect(answer).toMatchObject({ scopes, requestsPerMinute: 5 }); // its successor is no stronger
    expect(gable(['plans', 'delete', 'gold']).code).toBe(1);
    expect(account('--plan', 'none').answer).toMatchObject({ plan: null, quotas: { alerts: { source: 'setting' } } });
    expect(gable(['plans', 'delete', 'gold', '--by', 'Ada']).code).toBe(0);
    expect(account().answer).toMatchObject({ plan: null, requestsPerMinute: 0 }); // which changes nothing
    expect(gable(['plans', 'list']).answer).toEqual([]);
    const audit = gable(['audit', 'list']).answer as {
      actor: string;
      action: string;
      subject: unknown;
      account: unknown;
    }[];
    const ofAda = audit.filter(({ actor }) => actor === 'Ada');
    expect(ofAda.map(({ account: whose }) => whose)).toEqual([null, 'Plan', 'Plan', 'Plan', 'Plan', null]);
    expect(ofAda.map(({ action, subject }) => [action, subject])).toEqual([
      ['plans delete', { plan: 'gold' }],
      ['accounts set', { plan: null, quotas: {} }],
      ['keys set', { apiKeyUuid, requestsPerMinute: 5 }],
      ['accounts set', { requestsPerMinute: 0, quotas: {} }],
      ['accounts set', { plan: 'gold', quotas: { keys: 3 } }],
      ['plans set', { plan: 'gold', requestsPerMinute: 900, quotas: { alerts: 50 } }],
    ]);
  });

  it('makes, blocks and lists accounts, replaces keys, and writes down who did what, without a secret', () => {
    expect(gable(['accounts', 'create', 'Acme', '--by', 'Ada'])).toMatchObject({
      code: 0,
      answer: { account: 'Acme' },
    });
    expect(gable(['accounts', 'create', 'Acme']).code).toBe(1);
    const create = (expires: string) =>
      gable(['keys', 'create', '--account', 'Acme', '--role', 'ROLE_API_CLIENT', '--name', 'k', '--expires', expires]);
    expect([create('2020-01-01').code, create('tomorrow').code, create('2099-02-30').code]).toEqual([1, 2, 2]);
    const { apiKeyUuid: first } = create('2099-06-30').answer as { apiKeyUuid: string };
    const rotated = gable(['keys', 'rotate', first, '--keep', '0s', '--by', 'Ada']);
    const expiresAt = '2099-07-01T00:00:00.000Z';
    expect(rotated).toMatchObject({ code: 0, answer: { replaces: first, name: 'k', expiresAt } });
    expect(gable(['keys', 'rotate', first]).code).toBe(1);
    const keys = gable(['keys', 'list', '--account', 'Acme']).answer as { status: string; expiresAt: string | null }[];
    expect(keys).toMatchObject([
      { status: 'REVOKED', expiresAt },
      { status: 'ACTIVE', expiresAt },
    ]);
    expect(gable(['accounts', 'block', 'Acme', '--by', 'Ada']).answer).toEqual({
      account: 'Acme',
      status: 'BLOCKED',
      underWay: 0,
    });
    const accounts = gable(['accounts', 'list']).answer as { account: string }[];
    expect(accounts.find(({ account }) => account === 'Acme')).toMatchObject({ status: 'BLOCKED', keys: 1 });
    const audit = gable(['audit', 'list']);
    const actions = (audit.answer as { actor: string; action: string; account: string }[]).filter(
      ({ actor }) => actor === 'Ada',
    );
    expect(actions.slice(0, 3).map(({ account }) => account)).toEqual(['Acme', 'Acme', 'Acme']);
    expect(actions.slice(0, 3).map(({ action }) => action)).toEqual([
      'accounts block',
      'keys rotate',
      'accounts create',
    ]);
    expect(JSON.stringify(audit.answer)).not.toContain((rotated.answer as { apiKey: string }).apiKey);
  });

  it('accounts for every line of a feed, and keeps the refused ones with their reasons', () => {
    const feed = [feedLine('a'), '', 'no json', feedLine(7), feedLine('b', { colour: 'red' })].join('\r\n');
    const { code, answer } = gable(['ingest', '-'], { input: gzipSync(feed) });
    expect(code).toBe(0);
    expect(answer).toEqual({
      read: 4,
      accepted: 2,
      changed: 2,
      unchanged: 0,
      stale: 0,
      rejected: 2,
      rejects: expect.stringContaining(path.join(home, 'rejects')),
      unknownFields: { colour: 1 },
    });
    const rejects = fs
      .readFileSync((answer as { rejects: string }).rejects, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(rejects).toMatchObject([
      { line: 3, text: 'no json' },
      { line: 4, reasons: [{ path: 'externalId' }] },
    ]);
  });

  it('adds up several feeds, and says of which each refused line was', () => {
    const [one, two] = ['one', 'two'].map((name) => {
      const file = path.join(path.dirname(home), `${name}.ndjson`);
      fs.writeFileSync(file, `${feedLine('a')}\n{}\n`);
      return file;
    }) as [string, string];
    const { answer } = gable(['ingest', one, two]);
    expect(answer).toMatchObject({ read: 4, accepted: 2, changed: 0, unchanged: 2, rejected: 2 });
    const rejects = fs
      .readFileSync((answer as { rejects: string }).rejects, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(rejects).toMatchObject([
      { feed: one, line: 2 },
      { feed: two, line: 2 },
    ]);
  });

  it('says what is stored, and gives up waiting where no worker runs', () => {
    const { code, answer } = gable(['status']);
    expect(code).toBe(0);
    expect(answer).toEqual({
      listings: 2,
      properties: 2,
      alerts: 0,
      underived: 0,
      workers: [],
      unattended: ['ingest', 'matching', 'delivery', 'upkeep'],
      deliveryPause: null,
      pending: { changes: 2, indexing: expect.any(Number), deliveries: 0 },
    });
    expect(gable(['status', '--wait', '--timeout', '0.2'])).toMatchObject({ code: 1, answer: { listings: 2 } });
  });

  it('creates, lists and revokes keys; a secret is shown once', () => {
    const created = gable(['keys', 'create', '--account', 'ACME', '--role', 'ROLE_API_CLIENT', '--name', 'nightly'])
      .answer as Record<string, string>;
    expect(created).toEqual({
      apiKeyUuid: expect.any(String),
      apiKey: expect.stringMatching(/^gbl_live_/),
      account: 'ACME',
      scopes: [],
      requestsPerMinute: null,
      role: 'ROLE_API_CLIENT',
      sources: [],
      name: 'nightly',
      expiresAt: null,
    });
    const list = () => gable(['keys', 'list', '--account', 'ACME']);
    expect(list().answer).toMatchObject([{ apiKeyUuid: created.apiKeyUuid, status: 'ACTIVE' }]);
    expect(JSON.stringify(list().answer)).not.toContain(created.apiKey!.slice(20));
    expect(gable(['keys', 'revoke', created.apiKeyUuid!]).code).toBe(0);
    expect(list().answer).toMatchObject([{ status: 'REVOKED' }]);
  });

  it.each([
    ['an unknown command', ['fly'], 2],
    ['an unknown option', ['status', '--fast'], 2],
    ['a role that does not exist', ['keys', 'create', '--account', 'A', '--role', 'KING', '--name', 'x'], 2],
    ['a missing argument', ['ingest'], 2],
    ['a time that is none', ['status', '--timeout', 'soon'], 2],
    ['a file that is not there', ['ingest', '/nowhere.ndjson'], 1],
    ['a key that is not there', ['keys', 'revoke', 'no-uuid'], 1],
    ['an account that is not there', ['keys', 'list', '--account', 'nobody'], 1],
  ])('answers %s with one JSON document and its exit code', (_what, args, code) => {
    expect(gable(args)).toMatchObject({
      code,
      answer: { error: expect.any(String) },
      stderr: expect.stringMatching(/\S/),
    });
  });

  it('refuses a nonsensical environment before it touches anything', () => {
    expect(gable(['status'], { environment: { PORT: 'x', GABLE_HOEM: '1' } })).toMatchObject({
      code: 2,
      answer: { error: expect.stringMatching(/GABLE_HOEM: .*GABLE_HOME\?\n.*PORT: expects/) },
    });
  });

  it('removes a customer that was blocked a while ago, and lets the name be taken again', () => {
    expect(gable(['accounts', 'delete', 'Acme'])).toMatchObject({
      code: 0,
      answer: { account: 'Acme', keys: 2, alerts: 0, events: 0, deliveries: 0, mailAddresses: 0, webhooks: 0 },
    });
    expect(gable(['accounts', 'delete', 'Acme']).code).toBe(1);
    expect(gable(['accounts', 'create', 'Acme']).code).toBe(0);
  });
});
