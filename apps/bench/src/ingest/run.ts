import { ingestFeed, loadDivisions } from '@gable/ingest';
import type { Database } from '@gable/persistence';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { generateDemo, readFrance } from '@gable/demo';
import { flag, type ProgramCall, readOptions, text, wholeNumber } from '@gable/testing/options';
import { parseCsv } from '../grouping/levallois/parse-csv.js';
import { feedLineOf } from '../grouping/levallois/read-levallois.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { measureHistory } from './measure-history.js';
import { copyBaseline } from './copy-baseline.js';
import { cpuSecondsOf } from '../harness/cpu-seconds-of.js';
import { databaseSeconds, secondsBetween } from '../harness/database-seconds.js';
import { median, rounded, timed } from '../harness/times.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';

/**
 * How fast a feed becomes stored listings. Beside it, in the same run, COPY of the very rows into tables with the same
 * indexes.
 */
export async function run(call: ProgramCall): Promise<void> {
  const { json, rounds, copies, revisions, ...options } = readOptions(call, {
    rounds: wholeNumber('how often it is measured', 3),
    copies: wholeNumber('ingests the town so often, at other places: do time and memory grow with the store?', 1),
    town: text(
      'file',
      'the export of a town of 13 portals (docs/grouping.md), in turns with as many lines of the feed',
    ),
    writeLog: flag('in turns with and without the triggers that note what was written, for maps from memory'),
    words: flag('in turns with and without the index of words'),
    revisions: wholeNumber('in a store of so many revisions beside an empty one; reads and matches there, too', 0, 0),
  });
  const feed = readFeed();
  say(`Feed: ${feed.name}, ${feed.lines.length} lines.`);
  const prepare = (database: Database) => loadDivisions(database, feed.divisions(), { rejectFile });
  const results =
    revisions > 0
      ? await measureHistory({ lines: feed.lines, prepare, ingest }, revisions)
      : options.town !== undefined
        ? await measureTown(readTown(options.town), feed, rounds)
        : options.writeLog
          ? await measureWith(feed, rounds, 'write-log', 'alter table property disable trigger user')
          : options.words
            ? await measureWith(feed, rounds, 'words', 'drop index listing_words')
            : copies > 1
              ? await withBenchDatabase((database) => measureGrowth(database, feed, copies))
              : await measureRounds(feed, rounds);
  printResults(results, json);
}

interface Feed {
  readonly name: string;
  readonly lines: readonly string[];
  readonly divisions: () => Readable;
}

/** Adverts with texts and pictures, of a town that gives no points. */
function readTown(file: string): Feed {
  const lines = parseCsv(fs.readFileSync(file, 'utf8')).map(feedLineOf);
  return { name: file, lines, divisions: () => Readable.from([]) };
}

function readFeed(): Feed {
  const folder = process.env.GABLE_SAMPLE_DATA;
  if (folder) {
    const lines = gunzipSync(fs.readFileSync(path.join(folder, 'valencia-2018.ndjson.gz')))
      .toString('utf8')
      .trim()
      .split('\n');
    return {
      name: 'València 2018 (GABLE_SAMPLE_DATA)',
      lines,
      divisions: () => fs.createReadStream(path.join(folder, 'divisions.ndjson.gz')),
    };
  }
  say('GABLE_SAMPLE_DATA is not set: the feed is generated.');
  const { divisions, lines } = generateDemo(readFrance(), {
    reference: new Date('2026-06-01T00:00:00Z'),
    listings: 20_000,
  });
  return {
    name: 'generated (demo, 20,000 adverts)',
    lines: lines.map((line) => JSON.stringify(line)),
    divisions: () =>
      Readable.from(divisions.map((each) => `${JSON.stringify(each)}\n`)).map((text: string) => Buffer.from(text)),
  };
}

const rejectFile = path.join(os.tmpdir(), `gable-bench-rejects-${process.pid}.ndjson`);

async function measureRounds(feed: Feed, rounds: number): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (let round = 1; round <= rounds; round++) {
    results.push(
      await withBenchDatabase(async (database) => {
        await loadDivisions(database, feed.divisions(), { rejectFile });
        const ingestSeconds = await seconds(() => ingest(database, feed.lines));
        const copySeconds = await copyBaseline(database);
        const againSeconds = await seconds(() => ingest(database, feed.lines));
        return {
          bench: 'ingest',
          case: `round ${round}`,
          lines: feed.lines.length,
          ingestPerSecond: perSecond(feed, ingestSeconds),
          copyPerSecond: perSecond(feed, copySeconds),
          ingestOfCopy: copySeconds / ingestSeconds,
          againPerSecond: perSecond(feed, againSeconds),
        };
      }),
    );
  }
  return results;
}

/**
 * A town without points beside as many lines of the feed: time on the clock, and processor time of this process and of
 * the database, which other load of the machine hardly changes. The first round warms up and does not count.
 */
async function measureTown(town: Feed, feed: Feed, rounds: number): Promise<BenchResult[]> {
  const beside = { ...feed, lines: feed.lines.slice(0, town.lines.length) };
  const [towns, besides]: [Used[], Used[]] = [[], []];
  const results: BenchResult[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [inTown, inFeed] = [await usedInNewStore(town), await usedInNewStore(beside)];
    if (round === 0) continue;
    towns.push(inTown);
    besides.push(inFeed);
    results.push({ ...compared(`round ${round}`, inTown, inFeed), lines: town.lines.length });
    say(JSON.stringify(results.at(-1)));
  }
  const middle = (runs: readonly Used[]): Used => ({
    seconds: median(runs.map(({ seconds }) => seconds)),
    processor: median(runs.map(({ processor }) => processor)),
  });
  return [...results, { ...compared('median', middle(towns), middle(besides)), lines: town.lines.length }];

  function compared(name: string, inTown: Used, inFeed: Used): BenchResult {
    const perLine = (seconds: number) => Math.round((seconds * 1e6) / town.lines.length);
    return {
      bench: 'ingest-town',
      case: name,
      townMicroseconds: perLine(inTown.processor),
      besideMicroseconds: perLine(inFeed.processor),
      processorRatio: rounded(inTown.processor / inFeed.processor),
      timeRatio: rounded(inTown.seconds / inFeed.seconds),
    };
  }
}

/** With something, and where a statement has taken it away, in turns. The first round warms up and does not count. */
async function measureWith(feed: Feed, rounds: number, what: string, takeAway: string): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [used, usedWithout] = [
      await usedInNewStore(feed),
      await usedInNewStore(feed, (database) => database.query(takeAway)),
    ];
    if (round === 0) continue;
    const perLine = ({ processor }: Used) => Math.round((processor * 1e6) / feed.lines.length);
    results.push({
      ...{ bench: `ingest-${what}`, case: `round ${round}`, lines: feed.lines.length },
      ...{ withMicroseconds: perLine(used), withoutMicroseconds: perLine(usedWithout) },
      processorRatio: rounded(used.processor / usedWithout.processor),
      timeRatio: rounded(used.seconds / usedWithout.seconds),
    });
    say(JSON.stringify(results.at(-1)));
  }
  return results;
}

interface Used {
  readonly seconds: number;
  /** Seconds of this process and of its connections. */
  readonly processor: number;
}

const usedInNewStore = (feed: Feed, prepare?: (database: Database) => Promise<unknown>): Promise<Used> =>
  withBenchDatabase(async (database) => {
    await loadDivisions(database, feed.divisions(), { rejectFile });
    await prepare?.(database);
    const before = { own: cpuSecondsOf(process.pid), database: await databaseSeconds(database, 'gable bench') };
    const took = await seconds(() => ingest(database, feed.lines));
    const inDatabase = secondsBetween(before.database, await databaseSeconds(database, 'gable bench'));
    return { seconds: took, processor: cpuSecondsOf(process.pid) - before.own + inDatabase };
  });

async function measureGrowth(database: Database, feed: Feed, copies: number): Promise<BenchResult[]> {
  await loadDivisions(database, feed.divisions(), { rejectFile });
  const results: BenchResult[] = [];
  for (let copy = 0; copy < copies; copy++) {
    const took = await seconds(() => ingest(database, moved(feed.lines, copy)));
    const [store] = await database.query<{ listings: number }>('select count(*) as listings from listing');
    results.push({
      bench: 'ingest-growth',
      case: `copy ${copy + 1}`,
      listings: store!.listings,
      ingestPerSecond: perSecond(feed, took),
      microsecondsPerListing: (took * 1e6) / feed.lines.length,
      residentMegabytes: Math.round(process.memoryUsage().rss / 1e6),
    });
    say(JSON.stringify(results.at(-1)));
  }
  return results;
}

/** The same town elsewhere: other ids, half a degree further north each time, where no division lies. */
function* moved(lines: readonly string[], copy: number): Generator<string> {
  for (const line of lines) {
    const state = JSON.parse(line) as { externalId: string; location?: { lat?: number; cityName?: string } };
    state.externalId += `-${copy}`;
    if (copy > 0 && state.location?.lat !== undefined)
      state.location.lat = -60 + ((state.location.lat + copy * 0.5 + 60) % 140);
    if (state.location?.cityName !== undefined)
      state.location.cityName += ` ${String.fromCharCode(65 + (copy % 26), 65 + Math.floor(copy / 26))}`;
    yield JSON.stringify(state);
  }
}

async function ingest(database: Database, lines: Iterable<string>): Promise<void> {
  const report = await ingestFeed(database, Readable.from(chunked(lines), { objectMode: false }), { rejectFile });
  if (report.rejected > 0) throw new Error(`${report.rejected} lines were refused, see ${rejectFile}`);
}

/** As a file would come: in pieces of about 64 kB. */
function* chunked(lines: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => (await timed(work)) / 1_000;

const perSecond = ({ lines }: Feed, took: number): number => Math.round(lines.length / took);
