import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ProgramCall, readOptions, wholeNumber } from '@gable/testing/options';
import { classicSearch, commonFilter } from '../data/common-filter.js';
import { fillWithShownProperties } from '../data/fill-with-shown-properties.js';
import { compareSettings, type PairedCase } from '../harness/api-pairs.js';
import { makeKey } from '../harness/api-process.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { CLIENTS } from '../harness/http-load.js';
import { printResults, say } from '../harness/print-results.js';

const FILTERS = 60;

/** What counting usage adds to a request: API processes with counting and without, asked in turn. */
export async function run(call: ProgramCall): Promise<void> {
  const { properties, pairs, rounds, seconds, json } = readOptions(call, {
    properties: wholeNumber('properties in the store', 20_000),
    pairs: wholeNumber('pairs of processes, with counting and without', 6),
    rounds: wholeNumber('how often the two of a pair take their turn', 4),
    seconds: wholeNumber('how long a turn lasts', 1),
  });
  const results = await withBenchDatabase(async (database, databaseUrl) => {
    say(
      `${properties.toLocaleString('en')} properties are made; then ${CLIENTS} clients ask ${pairs} pairs of ` +
        `processes ` +
        `for ${seconds} s, ${rounds} times with and without counting per case.`,
    );
    await fillWithShownProperties(database, properties);
    const home = mkdtempSync(path.join(tmpdir(), 'gable-bench-api-'));
    try {
      const uuids = (await database.query<{ id: string }>('select id from property order by id limit 500')).map(
        ({ id }) => id,
      );
      const figures = await compareSettings(
        { databaseUrl, home, pairs, rounds, seconds, on: { USAGE_COUNTING: 'on' }, off: { USAGE_COUNTING: 'off' } },
        casesFor(await makeKey(database, home), uuids),
      );
      return figures.map(({ name, perSecondOn, perSecondOff, timeRatio, cpuMicrosOn, cpuMicrosOff, ...rest }) => ({
        bench: 'usage',
        case: name,
        clients: CLIENTS,
        rounds: rest.rounds,
        perSecondCounting: perSecondOn,
        perSecondWithout: perSecondOff,
        timeRatio,
        cpuMicrosCounting: cpuMicrosOn,
        cpuMicrosWithout: cpuMicrosOff,
        cpuRatio: rest.cpuRatio,
      }));
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
  printResults(results, json);
}

/** The cheapest route that is billed, where counting weighs most, and searches. */
function casesFor(apiKey: string, uuids: readonly string[]): PairedCase[] {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', accept: 'application/json' };
  const searches = Array.from({ length: FILTERS }, (_, n) => classicSearch(commonFilter(n, FILTERS)));
  return [
    ['GET /properties/{uuid}', uuids.map((uuid) => ({ method: 'GET', path: `/properties/${uuid}`, headers }))],
    [
      'POST /properties',
      searches.map((body) => ({ method: 'POST', path: '/properties', headers, body: JSON.stringify(body) })),
    ],
  ];
}
