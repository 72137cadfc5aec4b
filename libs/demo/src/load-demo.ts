import path from 'node:path';
import { Readable } from 'node:stream';
import { ingestFeed, loadDivisions, type DivisionReport, type IngestReport } from '@gable/ingest';
import type { Database } from '@gable/persistence';
import { DemoMakerHere, type DemoFile, type DemoMaker } from './demo-maker.js';
import type { DemoOptions } from './generate-demo.js';

export interface DemoProgress {
  stage: 'divisions' | 'listings';
  /** Lines of the stage that are stored, of `total`. */
  done: number;
  total: number;
}

export interface LoadDemoOptions extends DemoOptions {
  /** Where reject files would go; there are none unless the demo has a defect. */
  rejectFolder: string;
  /** In this thread unless said. */
  maker?: DemoMaker;
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
  { rejectFolder, maker = new DemoMakerHere(), onProgress, ...options }: LoadDemoOptions,
): Promise<LoadedDemo> {
  const divisionFile = await maker.divisions();
  const listingFile = maker.listings(options);
  listingFile.catch(() => undefined); // it is waited for below
  const divisions = await loadDivisions(database, streamOf(divisionFile), {
    rejectFile: path.join(rejectFolder, 'demo-divisions.rejects.ndjson'),
    onProgress: ({ read }) => onProgress?.({ stage: 'divisions', done: read, total: divisionFile.lines }),
  });
  const feed = await listingFile;
  const listings = await ingestFeed(database, streamOf(feed), {
    rejectFile: path.join(rejectFolder, 'demo-listings.rejects.ndjson'),
    onProgress: ({ read }) => onProgress?.({ stage: 'listings', done: read, total: feed.lines }),
  });
  const rejects = divisions.rejects ?? listings.rejects;
  if (rejects) throw new Error(`The demo made lines that its own ingest refuses: see ${rejects}.`);
  return { divisions, listings };
}

function streamOf({ chunks }: DemoFile): Readable {
  return Readable.from(chunks, { objectMode: false });
}
