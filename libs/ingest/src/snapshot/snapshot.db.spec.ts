import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { openDatabase, type Database } from '@gable/persistence';
import { ResetStore, SourceStore } from '@gable/persistence/listings';
import { createTestDatabase, feedState, storeState, type TestDatabase } from '@gable/testing';
import { ingestFeed } from '../ingest-feed.js';
import type { IngestOptions } from '../ingest-options.js';
import type { Reject } from '../reading/reject.js';
import { breakAt, KILLED } from './testing/broken-database.js';

let testDatabase: TestDatabase;
let database: Database;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-snapshot-'));
const rejectFile = path.join(folder, 'rejects.ndjson');

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 5 });
});
beforeEach(async () => {
  fs.rmSync(rejectFile, { force: true });
  await emptyStore();
});
afterEach(async () => {
  const kept = 'select source_id, online as n from source_figures where online <> 0 order by 1';
  const counted = 'select source_id, count(*) as n from listing where online group by 1 order by 1';
  expect(await database.query(kept)).toEqual(await database.query(counted));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  fs.rmSync(folder, { recursive: true });
});

const emptyStore = () =>
  database.query(`truncate listing, listing_revision, listing_block, listing_change, market_event, index_dirty, property,
    source, source_figures, source_reject`);

const [T1, T2, T3] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
const PORTAL = 'portal.example';

const state = (externalId: string, observedAt = T1, over: object = {}) =>
  feedState({
    externalId,
    observedAt,
    price: 1_000 * (externalId.charCodeAt(0) - 60) + externalId.length,
    ...over,
  });
const header = (observedAt = T2, more: object = {}, domain = PORTAL) => ({
  snapshot: { source: { domain }, observedAt, ...more },
});
const text = (lines: readonly unknown[]) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

const ingest = (lines: readonly unknown[] | Buffer, options: Partial<IngestOptions> = {}, on = database) =>
  ingestFeed(on, Readable.from([Buffer.isBuffer(lines) ? lines : Buffer.from(text(lines))]), {
    rejectFile,
    ...options,
  });

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
/** Ten listings of the portal and two of another source. */
const fill = () =>
  ingest([
    ...LETTERS.map((id) => state(id)),
    ...['a', 'z'].map((id) => state(id, T1, { source: { domain: 'other.example', name: 'Other' }, price: 7 })),
  ]);
const offline = async () =>
  (
    await database.query<{ id: string }>(
      `select source.domain || ' ' || external_id as id from listing join source on source.id = source_id
       where not online order by 1`,
    )
  ).map(({ id }) => id.replace(`${PORTAL} `, ''));
const rejects = (): Reject[] =>
  fs
    .readFileSync(rejectFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reject);
const without = (...missing: string[]) => LETTERS.filter((id) => !missing.includes(id)).map((id) => state(id, T2));

describe('a snapshot', () => {
  it('takes the listings of its source offline that it does not name, with all that follows from it', async () => {
    await fill();
    const report = await ingest([header(), ...without('b', 'e')]);
    expect(report).toMatchObject({ read: 8, changed: 0, unchanged: 8, rejected: 0, offline: 2 });
    expect(await offline()).toEqual(['b', 'e']);
    const facts = await database.query(
      `select external_id as id, listing.revision_id as revision, listing.observed_at as at, revision.online, event_type,
         event.revision_id as "eventRevision", after_online as "changedTo"
       from listing join listing_revision revision on listing_id = id and revision.revision_id = listing.revision_id
       join market_event event on event.listing_id = id and event.event_type = 2
       join listing_change_states change on change.listing_id = id and change.revision_id = listing.revision_id
       order by 1`.replaceAll(' = id', ' = listing.id'),
    );
    const expired = { revision: 2, at: new Date(T2), online: false, event_type: 2, eventRevision: 2, changedTo: false };
    expect(facts).toEqual([
      { id: 'b', ...expired },
      { id: 'e', ...expired },
    ]);
  });

  it('changes nothing when it is read again, and brings back what a later one names', async () => {
    await fill();
    const lines = [header(), ...without('b')];
    await ingest(lines);
    const before = await storeState(database);
    expect(await ingest(lines)).toMatchObject({ changed: 0, offline: 0 });
    expect(await storeState(database)).toEqual(before);
    const all = LETTERS.map((id) => state(id, T3));
    expect(await ingest([header(T3), ...all])).toMatchObject({ changed: 1, offline: 0 });
    expect(await offline()).toEqual([]);
  });

  it('leaves a listing alone of which something newer is known, or something of the same instant', async () => {
    await fill();
    await ingest([state('b', T3), state('c', T2)]);
    expect(await ingest([header(), ...without('b', 'c', 'd')])).toMatchObject({ offline: 1 });
    expect(await offline()).toEqual(['d']);
  });

  it('of an earlier instant than one that was read before takes nobody offline, and says so', async () => {
    await fill();
    await ingest([header(T3), ...LETTERS.map((id) => state(id, T1))]);
    expect(await ingest([header(T2), ...without('b')])).toMatchObject({ offline: 0, newerSnapshot: T3 });
    expect(await offline()).toEqual([]);
  });

  it('of some hours ahead keeps nobody back: it counts as one of the moment at which it was read', async () => {
    await fill();
    const ahead = new Date(Date.now() + 10 * 3_600_000).toISOString();
    await ingest([header(ahead), ...LETTERS.map((id) => state(id, T1))]);
    const next = [header((await database.now()).toISOString()), ...without('b')];
    expect(await ingest(next)).toMatchObject({ offline: 1 });
    expect(await offline()).toEqual(['b']);
    expect(await ingest([header(T3), ...without('c')])).toMatchObject({ offline: 0 });
  });

  it('that an earlier release noted ahead of the clock is forgotten when its source is reset', async () => {
    await fill();
    await ingest([header(T2), ...LETTERS.map((id) => state(id, T2))]);
    await database.query(`update source_figures set snapshot_at = clock_timestamp() + interval '10 hours'`);
    const next = [header(T3), ...without('b')];
    expect(await ingest(next)).toMatchObject({ offline: 0, newerSnapshot: expect.any(String) });
    const sourceId = (await new SourceStore(database).idOf(PORTAL))!;
    const reset = () => new ResetStore(database).resetSnapshot(sourceId);
    expect([await reset(), await reset()]).toEqual([true, false]);
    expect(await ingest(next)).toMatchObject({ offline: 1 });
    expect(await offline()).toEqual(['b']);
  });

  it('is asked for by the caller where the file does not say it: source and instant are those of its lines', async () => {
    await fill();
    const lines = [...without('b').slice(1), state('a', T3)];
    expect(await ingest(lines, { snapshot: {} })).toMatchObject({ offline: 1 });
    expect(await database.query('select observed_at as at from listing where not online')).toEqual([
      { at: new Date(T3) },
    ]);
    expect(
      await ingest(without('c'), { snapshot: { source: PORTAL, observedAt: new Date('2026-02-01') } }),
    ).toMatchObject({ offline: 1 });
    expect(await offline()).toEqual(['b', 'c']);
    await expect(ingest([header()], { snapshot: { source: 'other.example' } })).rejects.toThrow('portal.example');
    await expect(ingest([], { snapshot: {} })).rejects.toThrow('--source, --observed-at');
  });
});

describe('a snapshot is refused whole', () => {
  it('where more than a share of the source would go offline, unless forced', async () => {
    await fill();
    const lines = [header(), ...without('a', 'b', 'c', 'd')];
    const refused = await ingest(lines).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'SnapshotRefused', report: { read: 6, unchanged: 6, offline: 0 } });
    expect((refused as Error).message).toMatch(/4 of the 10 online listings of portal.example .* 30 % .*--force/);
    expect(await offline()).toEqual([]);
    expect(await ingest(lines, { limits: { maxSnapshotDrop: 0.4 } })).toMatchObject({ offline: 4 });
    await expect(ingest([header(T3)])).rejects.toThrow('6 of the 6');
    expect(await ingest([header(T3)], { force: true })).toMatchObject({ read: 0, offline: 6 });
    expect(await offline()).toEqual(LETTERS);
  });

  it('where it has another number of lines than it says', async () => {
    await fill();
    await expect(ingest([header(T2, { lines: 10 }), ...without('b')], { force: true })).rejects.toThrow(
      '10 lines follow, and 9 did',
    );
    expect(await offline()).toEqual([]);
    expect(await ingest([header(T2, { lines: 9 }), '', ...without('b')])).toMatchObject({ offline: 1 });
  });

  it('where whoever asks for it names an instant to come, which would keep its listings offline until then', async () => {
    await fill();
    const observedAt = new Date(Date.now() + 48 * 3_600_000);
    await expect(ingest(without('b'), { snapshot: { observedAt }, force: true })).rejects.toThrow(
      /no listing goes offline: its instant is more than 24 h ahead of the database's clock/,
    );
    expect(await offline()).toEqual([]);
  });

  it('where the file changed while it was read', async () => {
    await fill();
    const isWhole = () => Promise.resolve(false);
    await expect(ingest([header(), ...without('b')], { isWhole })).rejects.toThrow('changed while it was read');
    expect(await offline()).toEqual([]);
  });

  it.each([
    ['a gzip that is cut off', () => gzipSync(text([header(), ...without('b')])).subarray(0, -9)],
    ['a line that is cut off', () => Buffer.from(text([header(), ...without('b')])).subarray(0, -5)],
    ['a second snapshot line', () => [header(), ...without('b'), header()]],
    ['a line without an id', () => [header(), ...without('b'), '{"price":5}']],
    [
      'an id that is not UTF-8',
      () => Buffer.from(`${text([header(), ...without('b')])}\n{"externalId":"\xff"}`, 'latin1'),
    ],
  ])('where it is not clear who is in it: %s', async (_, lines) => {
    await fill();
    await expect(ingest(lines(), { force: true })).rejects.toThrow(/cannot be read/);
    expect(await offline()).toEqual([]);
  });
});

describe('a refused line of a snapshot', () => {
  it('is in the file all the same', async () => {
    await fill();
    const latin = Buffer.from(`${JSON.stringify(state('f', T2)).slice(0, -1)},"title":"\xff"}`, 'latin1');
    const lines = [
      header(),
      ...without('b', 'c', 'd', 'e', 'f'),
      state('c', T2, { price: -1 }),
      { externalId: 'd' },
      state('e', '9999-01-01T00:00:00Z'),
    ];
    const report = await ingest(Buffer.concat([Buffer.from(`${text(lines)}\n`), latin]));
    expect(report).toMatchObject({ read: 9, rejected: 4, offline: 1 });
    expect(await offline()).toEqual(['b']);
  });

  it('of another source, or a snapshot line in the middle, says why', async () => {
    await fill();
    const other = state('z', T2, { source: { domain: 'other.example', name: 'Other' } });
    expect(await ingest([header(), ...without(), other])).toMatchObject({ rejected: 1, offline: 0 });
    expect(rejects()).toMatchObject([
      {
        line: 12,
        reasons: [{ path: 'source.domain', message: expect.stringContaining('a snapshot holds one source') }],
      },
    ]);
    expect(await ingest([...without('b'), header()])).toMatchObject({ rejected: 1, read: 10 });
    expect(rejects()).toMatchObject([{ line: 10, reasons: [{ path: 'snapshot' }] }]);
    expect(await offline()).toEqual([]);
  });

  it('of another source names nobody: neither a listing that has the same id, nor any', async () => {
    await fill();
    const other = (externalId: unknown, over: object = {}) =>
      state('a', T2, { externalId, source: { domain: 'other.example', name: 'Other' }, ...over });
    const lines = [header(), ...without('b', 'c'), other('b'), other('c', { price: -1 }), other(7)];
    expect(await ingest(lines)).toMatchObject({ rejected: 3, offline: 2 });
    expect(await offline()).toEqual(['b', 'c']);
    expect(await ingest([header(T3), ...lines.slice(1)], { onlySource: PORTAL })).toMatchObject({ offline: 0 });
  });

  it('that is the snapshot line makes the file one like others', async () => {
    await fill();
    for (const wrong of [header('2026-01-02'), header('9999-01-01T00:00:00Z'), { snapshot: {} }]) {
      const report = await ingest([wrong, ...without('b')]);
      expect(report).toMatchObject({ read: 10, rejected: 1 });
      expect(report.offline).toBeUndefined();
      expect(rejects()[0]!.reasons[0]!.path).toMatch(/^snapshot\./);
    }
    expect(await offline()).toEqual([]);
  });
});

it('killed at any statement and read again, a snapshot ends as if it had been read once', async () => {
  const lines = [header(), ...LETTERS.slice(3).map((id) => state(id, T2)), state('k', T2)];
  const options = { batchSize: 2, limits: { maxSnapshotDrop: 0.5 } };
  const stateOf = () => storeState(database, { propertyRevisions: false });
  await fill();
  const clean = breakAt(database, Infinity);
  await ingest(lines, options, clean.database);
  const expected = await stateOf();
  let halves = 0;
  for (let at = 1; at <= clean.steps; at += 1) {
    await emptyStore();
    await fill();
    const broken = breakAt(database, at);
    await expect(ingest(lines, options, broken.database)).rejects.toThrow(KILLED);
    const gone = await offline();
    const [stored] = await database.query<{ n: number }>(
      `select count(*) as n from listing join listing_seen seen using (id) where seen.observed_at >= '${T2}' and online`,
    );
    if (gone.length > 0) expect(stored!.n).toBe(8); // only once the whole file is stored
    if (gone.length > 0 && gone.length < 3) halves += 1;
    await ingest(lines, options);
    expect(await stateOf()).toEqual(expected);
  }
  expect(clean.steps).toBeGreaterThan(60);
  expect(halves).toBeGreaterThan(5); // it was killed between offline batches, too
}, 240_000);
