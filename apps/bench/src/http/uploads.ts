import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { ApiProcess } from '../harness/api-process.js';
import { cpuSecondsOfFamily } from '../harness/cpu-seconds-of.js';
import { databaseSeconds, secondsBetween } from '../harness/database-seconds.js';
import { memoryOf } from '../harness/memory-of.js';
import { say, type BenchResult } from '../harness/print-results.js';
import { median, rounded } from '../harness/times.js';
import { BY_HAND } from './by-hand.js';
import type { HttpBench } from './http-bench.js';

const MEGABYTES = 100;
const TURNS = 3;
const DOMAIN = 'uploads.example';
const BLOCK = blockOfLines();
const BLOCKS = Math.ceil((MEGABYTES * 1e6) / BLOCK.bytes.length);

/** A service that takes uploads, and the processes whose memory and processor time count for it. */
interface Taker {
  readonly url: string;
  readonly pid: number;
  readonly key: string;
  databaseSeconds(): Promise<Map<number, number>>;
}

interface Upload {
  readonly seconds: number;
  readonly apiSeconds: number;
  readonly databaseSeconds: number;
  /** Resident memory of the service at its most, beyond what it was before. */
  readonly grewMegabytes: number;
}

/**
 * A feed of 100 MB to `POST /feeds/{domain}`, plain and gzip, until 202 is answered: it is in the spool then. Beside
 * it, in turns, a route by hand that streams the same body into a file.
 */
export async function uploads({ api, database, databaseUrl }: HttpBench): Promise<BenchResult[]> {
  const hand = await ApiProcess.start(databaseUrl, {}, BY_HAND);
  try {
    const ours = { url: api.url, pid: api.pid, key: await api.makeKey(database, 'uploads', [DOMAIN]) };
    const taker: Taker = { ...ours, databaseSeconds: () => databaseSeconds(database, 'gable api%') };
    const plainRoute: Taker = {
      ...ours,
      url: hand.url,
      pid: hand.pid,
      databaseSeconds: () => Promise.resolve(new Map()),
    };
    const results: BenchResult[] = [];
    for (const packing of ['plain', 'gzip'] as const) {
      const [here, there]: [Upload[], Upload[]] = [[], []];
      for (let turn = -1; turn < TURNS; turn += 1) {
        const [mine, theirs] = [await upload(taker, packing), await upload(plainRoute, packing)];
        await database.query('truncate feed_job cascade'); // the next one finds an empty spool
        if (turn < 0) continue;
        here.push(mine);
        there.push(theirs);
        say(`${packing}: ${JSON.stringify(mine)} by hand ${JSON.stringify(theirs)}`);
      }
      const middle = (runs: readonly Upload[], read: (run: Upload) => number): number =>
        rounded(median(runs.map(read)));
      const perMegabyte = (seconds: number): number => (seconds * 1_000) / MEGABYTES;
      results.push({
        bench: 'http-uploads',
        case: packing,
        megabytesPerSecond: rounded(MEGABYTES / middle(here, ({ seconds }) => seconds)),
        linesPerSecond: Math.round((BLOCKS * BLOCK.lines) / middle(here, ({ seconds }) => seconds)),
        apiMsPerMegabyte: middle(here, ({ apiSeconds }) => perMegabyte(apiSeconds)),
        databaseMsPerMegabyte: middle(here, (run) => perMegabyte(run.databaseSeconds)),
        grewMegabytes: middle(here, ({ grewMegabytes }) => grewMegabytes),
        byHandPerSecond: rounded(MEGABYTES / middle(there, ({ seconds }) => seconds)),
        byHandMsPerMegabyte: middle(there, ({ apiSeconds }) => perMegabyte(apiSeconds)),
        byHandGrewMegabytes: middle(there, ({ grewMegabytes }) => grewMegabytes),
      });
    }
    return results;
  } finally {
    await hand.stop();
  }
}

async function upload(taker: Taker, packing: 'plain' | 'gzip'): Promise<Upload> {
  const block = packing === 'plain' ? BLOCK.bytes : gzipSync(BLOCK.bytes); // members of gzip may stand in a row
  const before = {
    api: cpuSecondsOfFamily(taker.pid),
    database: await taker.databaseSeconds(),
    memory: memoryOf(taker.pid)!.now,
  };
  let most = before.memory;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(taker.pid)!.now)), 50);
  const startedAt = performance.now();
  try {
    await send(taker, packing, block);
  } finally {
    clearInterval(watch);
  }
  return {
    seconds: rounded((performance.now() - startedAt) / 1_000),
    apiSeconds: cpuSecondsOfFamily(taker.pid) - before.api,
    databaseSeconds: secondsBetween(before.database, await taker.databaseSeconds()),
    grewMegabytes: most - before.memory,
  };
}

async function send({ url, key }: Taker, packing: 'plain' | 'gzip', block: Buffer): Promise<void> {
  const headers: http.OutgoingHttpHeaders = {
    'x-api-key': key,
    'content-type': 'application/x-ndjson',
    ...(packing === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
  };
  const request = http.request(`${url}/feeds/${DOMAIN}`, { method: 'POST', headers });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  await pipeline(Readable.from(repeated(block)), request);
  const response = await answered;
  let body = '';
  for await (const chunk of response) body += String(chunk);
  if (response.statusCode !== 202) throw new Error(`${url}: ${response.statusCode} ${body}`);
}

function* repeated(block: Buffer): Generator<Buffer> {
  for (let n = 0; n < BLOCKS; n += 1) yield block;
}

/** 1 MB of adverts with texts that do not repeat each other within it. */
function blockOfLines(): { readonly bytes: Buffer; readonly lines: number } {
  let [text, lines] = ['', 0];
  for (; text.length < 1e6; lines += 1) {
    const own = randomBytes(150).toString('base64');
    const description = `Bright flat near the station, ${own}, ${'quiet street '.repeat(30)}`;
    text += `${JSON.stringify({
      source: { domain: DOMAIN, name: 'Uploads' },
      externalId: `U${lines}`,
      observedAt: '2026-11-01T00:00:00Z',
      status: 'ONLINE',
      title: `Flat ${lines}`,
      description,
      transactionType: 'SELL',
      propertyType: 'FLAT',
      price: 100_000 + lines,
      currency: 'EUR',
      area: 20 + (lines % 180),
    })}\n`;
  }
  return { bytes: Buffer.from(text), lines };
}
