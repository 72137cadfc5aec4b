import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@gable/persistence';
import { readSecrets } from '@gable/runtime';
import { type ProgramCall, readOptions, wholeNumber } from '@gable/testing/options';
import { fillWithShownProperties } from '../data/fill-with-shown-properties.js';
import { compareSettings, type PairedCase } from '../harness/api-pairs.js';
import { makeKey } from '../harness/api-process.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { CLIENTS } from '../harness/http-load.js';
import { printResults, say } from '../harness/print-results.js';

/** More than a process answers in a minute. */
const MANY = '10000000';
const COMMON = '600';

/**
 * What limits of requests add to a request: API processes with a limit and without, asked in turn, on the cheapest
 * route. One key with a limit that it never reaches, then many with the limit of the default.
 */
export async function run(call: ProgramCall): Promise<void> {
  const { keys, pairs, rounds, seconds, json } = readOptions(call, {
    keys: wholeNumber('keys that ask where many do', 500),
    pairs: wholeNumber('pairs of processes, with a limit and without', 6),
    rounds: wholeNumber('how often the two of a pair take their turn', 4),
    seconds: wholeNumber('how long a turn lasts', 1),
  });
  const results = await withBenchDatabase(async (database, databaseUrl) => {
    say(
      `${CLIENTS} clients ask ${pairs} pairs of processes for ${seconds} s, ${rounds} times with and without a limit.`,
    );
    await fillWithShownProperties(database, 1_000);
    const rows = await database.query<{ id: string }>('select id from property order by id limit 500');
    const uuids = rows.map(({ id }) => id);
    const home = mkdtempSync(path.join(tmpdir(), 'gable-bench-api-'));
    try {
      readSecrets(home); // they are older than the keys
      await countWrites(database);
      const several: string[] = [];
      for (let n = 0; n < keys; n += 1) several.push(await makeKey(database, home, `Bench ${n}`));
      const measure = async (limit: string, of: readonly string[], name: string) => {
        const before = await writes(database);
        const settings = { databaseUrl, home, pairs, rounds, seconds };
        const [figures] = await compareSettings(
          { ...settings, on: { RATE_LIMIT_PER_MINUTE: limit }, off: { RATE_LIMIT_PER_MINUTE: '0' } },
          [caseOf(name, of, uuids)],
        );
        const { name: _, ...rest } = figures!;
        return { bench: 'limits', case: name, clients: CLIENTS, ...rest, writes: (await writes(database)) - before };
      };
      return [
        await measure(MANY, [await makeKey(database, home, 'Bench alone')], 'one key, 10,000,000 a minute'),
        await measure(COMMON, several, `${keys} keys, ${COMMON} a minute each`),
      ];
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
  printResults(results, json);
}

function caseOf(name: string, keys: readonly string[], uuids: readonly string[]): PairedCase {
  const requests = Array.from({ length: Math.max(keys.length, uuids.length) }, (_, n) => ({
    method: 'GET' as const,
    path: `/properties/${uuids[n % uuids.length]}`,
    headers: { 'x-api-key': keys[n % keys.length]!, accept: 'application/json' },
  }));
  return [name, requests];
}

/** Rows that are written to count requests. */
async function countWrites(database: Database): Promise<void> {
  await database.query('create unlogged sequence rate_writes');
  await database.query(`create function note_rate_write() returns trigger language plpgsql as $$
    begin perform nextval('rate_writes'); return null; end $$`);
  await database.query(`create trigger note_rate_write after insert or update on rate_window
    for each row execute function note_rate_write()`);
}

async function writes(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'select case when is_called then last_value::int else 0 end as count from rate_writes',
  );
  return row!.count;
}
