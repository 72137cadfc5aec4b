import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { IngestReport } from '@gable/ingest';
import type { Database } from '@gable/persistence';
import { feedState } from '@gable/testing';
import { DropFolder } from '../ingest/drop-folder.js';
import type { WaitingFeed } from '../ingest/feed-file.js';
import { FeedPlaces } from '../ingest/feed-places.js';
import { FeedReader } from '../ingest/feed-reader.js';
import { IngestStage } from '../ingest/ingest-stage.js';
import type { Stage } from '../pipeline/stage.js';

const HOUR_MS = 3_600_000;

/** Its waits between tries end when the spec says so, not while it looks for other feeds on a busy machine. */
class PatientFolder extends DropFolder {
  override mayTryAgain(feed: WaitingFeed, now: number): Promise<boolean> {
    return super.mayTryAgain(feed, now + HOUR_MS);
  }
}

/** A drop folder of a spec, and what a stage says of its files. */
export class FeedFolder {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-feeds-'));
  readonly reports: [string, IngestReport][] = [];
  readonly unreadable: string[] = [];
  readonly setBack: string[] = [];
  readonly leftAlone: string[] = [];

  /** Puts a file there as `mv` does: whole, with an older time. */
  drop(name: string, content: string | Buffer): void {
    const file = path.join(this.folder, name);
    fs.writeFileSync(`${file}.part`, content);
    fs.utimesSync(`${file}.part`, new Date(), new Date(Date.now() - 60_000));
    fs.renameSync(`${file}.part`, file);
  }

  async stage(database: Database): Promise<IngestStage> {
    const dropFolder = new PatientFolder(this.folder, (name) => this.leftAlone.push(name));
    await dropFolder.prepare();
    const reader = new FeedReader(database, dropFolder, {
      ingested: ({ name }, report) => this.reports.push([name, report]),
      unreadable: ({ name }) => this.unreadable.push(name),
      setBack: ({ name }) => this.setBack.push(name),
    });
    return new IngestStage(database, dropFolder, new FeedPlaces(database), reader);
  }

  filesIn(name: string): string[] {
    return fs.readdirSync(path.join(this.folder, name)).sort();
  }

  /** As if the waits between tries were over; before that none is. */
  letTimePass(): void {
    const file = path.join(this.folder, '.tries.json');
    if (!fs.existsSync(file)) return;
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"notBefore":\d+/g, '"notBefore":0'));
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true });
  }
}

/** Aborts nothing. */
export const never = new AbortController().signal;

/** Steps as long as there was a feed to read. */
export async function readAll(ingest: Stage): Promise<void> {
  while (await ingest.step(never));
}

/** A valid line of a feed. */
export function feedLine(externalId: string, price: number, observedAt = '2026-01-01T00:00:00Z'): string {
  return JSON.stringify(feedState({ externalId, price, observedAt }));
}
