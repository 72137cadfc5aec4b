import path from 'node:path';
import { Readable } from 'node:stream';
import { ingestFeed, loadDivisions, type DivisionReport, type IngestReport } from '@gable/ingest';
import type { Database } from '@gable/persistence';
import { generateDemo, type DemoOptions } from './generate-demo.js';
import { readFrance } from './read-communes.js';

export interface DemoProgress {
  stage: 'divisions' | 'listings';
  /** Lines of the stage that are stored, of `total`. */
  done: number;
  total: number;
}

export interface LoadDemoOptions extends DemoOptions {
  /** Where reject files would go; there are none unless the demo has a defect. */
  rejectFolder: string;
  onProgress?: (progress: DemoProgress) => void;
}

export interface LoadedDemo {
  divisions: DivisionReport;
  listings: IngestReport;
}

/** What the start of the demo offers to paste: the classic search that its data are sure to answer. */
export const DEMO_SEARCH = {
  transactionType: 'SELL',
  propertyTypes: ['FLAT'],
  cityIds: [69123],
  price: { gte: 150_000, lte: 600_000 },
  rooms: { gte: 3 },
  size: 5,
} as const;

/** Fills a store through the doors that every feed takes. Loading it again with the same options changes nothing. */
export async function loadDemo(
  database: Database,
  { rejectFolder, onProgress, ...options }: LoadDemoOptions,
): Promise<LoadedDemo> {
  const demo = generateDemo(readFrance(), options);
  const divisions = await loadDivisions(database, asFile(demo.divisions), {
    rejectFile: path.join(rejectFolder, 'demo-divisions.rejects.ndjson'),
    onProgress: ({ read }) => onProgress?.({ stage: 'divisions', done: read, total: demo.divisions.length }),
  });
  const listings = await ingestFeed(database, asFile(demo.lines), {
    rejectFile: path.join(rejectFolder, 'demo-listings.rejects.ndjson'),
    onProgress: ({ read }) => onProgress?.({ stage: 'listings', done: read, total: demo.lines.length }),
  });
  const rejects = divisions.rejects ?? listings.rejects;
  if (rejects) throw new Error(`The demo made lines that its own ingest refuses: see ${rejects}.`);
  return { divisions, listings };
}

const LINES_PER_CHUNK = 200;

function asFile(lines: readonly unknown[]): Readable {
  return Readable.from(chunks(lines), { objectMode: false });
}

function* chunks(lines: readonly unknown[]): Generator<Buffer> {
  for (let start = 0; start < lines.length; start += LINES_PER_CHUNK) {
    yield Buffer.from(
      lines
        .slice(start, start + LINES_PER_CHUNK)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
  }
}
