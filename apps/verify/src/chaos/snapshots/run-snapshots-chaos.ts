import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { SeededRandom } from '@gable/domain/testing';
import type { Database } from '@gable/persistence';
import { storeState } from '@gable/testing';
import { readFeed, withInstallation, type Installation } from '../../installation.js';
import { asFeed, dropFeed, waitingFeeds } from '../drop-feed.js';
import { WorkerFleet } from '../worker-fleet.js';
import { IngestCommand } from './ingest-command.js';
import { DOMAIN, SnapshotRounds, type SnapshotRound } from './snapshot-rounds.js';

export interface SnapshotsChaosOptions {
  readonly kills: number;
  /** Of everything that is random but the moments of the machine. */
  readonly seed: number;
  /** The compiled main files. */
  readonly workerEntry: string;
  readonly cliEntry: string;
  /** Ends the killing early; what was done until then is checked. */
  readonly signal: AbortSignal;
  /** Gets a line of progress now and then. */
  readonly say: (line: string) => void;
}

export interface SnapshotsChaosOutcome {
  readonly done: {
    kills: number;
    /** Kills that left some of a snapshot's lines or of its departures stored, and not all. */
    partial: number;
    snapshots: number;
    halfFiles: number;
    lines: number;
    departures: number;
    seconds: number;
  };
  readonly findings: Readonly<
    Record<'offlineFromHalfAFile' | 'wrongAfterASnapshot' | 'unlikeACleanRun' | 'failed', string[]>
  >;
}

/** A kill comes after so many batches of a reading, at most, and so many milliseconds. */
const [MOST_BATCHES, MOST_MS] = [9, 40];
/** Of one file: a feed in which a worker ends more than twice waits longer and longer. */
const MOST_KILLS = 2;
/** One of so many snapshots is first read as half a file. */
const HALF_FILES = 4;

/**
 * Reads snapshots of one source by a real worker and by real commands, and kills them while they read: after each kill
 * nobody may be offline unless the whole file is stored, and once the file was read to its end exactly those are online
 * that it names. In the end the store is compared with one that read the same files without a kill.
 */
export async function runSnapshotsChaos(options: SnapshotsChaosOptions): Promise<SnapshotsChaosOutcome> {
  return withInstallation((killed) => withInstallation((clean) => new Run(killed, clean, options).run()));
}

class Run {
  private readonly random: SeededRandom;
  private readonly rounds: SnapshotRounds;
  private readonly fleet: WorkerFleet;
  private readonly folder: string;
  private readonly began = performance.now();
  private readonly done = { kills: 0, partial: 0, snapshots: 0, halfFiles: 0, lines: 0, departures: 0, seconds: 0 };
  private readonly findings: SnapshotsChaosOutcome['findings'] = {
    offlineFromHalfAFile: [],
    wrongAfterASnapshot: [],
    unlikeACleanRun: [],
    failed: [],
  };

  constructor(
    private readonly killed: Installation,
    private readonly clean: Installation,
    private readonly options: SnapshotsChaosOptions,
  ) {
    this.random = new SeededRandom(options.seed);
    this.rounds = new SnapshotRounds(options.seed + 1);
    this.fleet = new WorkerFleet(killed, 1, options.workerEntry, { WORKER_STAGES: 'ingest' });
    this.folder = path.join(killed.home, 'feeds');
    fs.mkdirSync(this.folder, { recursive: true });
  }

  async run(): Promise<SnapshotsChaosOutcome> {
    const { kills, signal, say } = this.options;
    try {
      await readFeed(this.clean, await this.read(this.rounds.next(), 0)); // to have something to lose
      while (this.done.kills < kills && !signal.aborted) {
        const round = this.rounds.next();
        const planned = Math.min(kills - this.done.kills, this.random.whole(1, MOST_KILLS));
        await readFeed(this.clean, await this.read(round, planned));
        say(`${this.done.snapshots} snapshots, ${this.done.kills} kills …`);
      }
    } finally {
      await this.fleet.end();
    }
    await this.compareStores();
    return {
      done: { ...this.done, seconds: Math.round((performance.now() - this.began) / 1_000) },
      findings: this.findings,
    };
  }

  /** Reads one snapshot to its end, with some kills on the way; answers its lines. */
  private async read(round: SnapshotRound, kills: number): Promise<readonly string[]> {
    const name = `${this.done.snapshots}.ndjson.gz`;
    const file = path.join(this.killed.home, name);
    const bytes = gzipSync(asFeed(round.lines));
    if (kills > 0 && this.random.chance(1 / HALF_FILES)) await this.readHalf(round, bytes);
    fs.writeFileSync(file, bytes);
    await (this.random.chance(1 / 2)
      ? this.readByWorker(round, name, bytes, kills)
      : this.readByCommand(round, file, kills));
    await this.checkEnd(round);
    this.done.snapshots += 1;
    this.done.lines += round.online.length;
    return round.lines;
  }

  /** A file that breaks off, read to where it does. */
  private async readHalf(round: SnapshotRound, bytes: Buffer): Promise<void> {
    const file = path.join(this.killed.home, 'half.ndjson.gz');
    fs.writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * (0.3 + 0.6 * this.random.next()))));
    const code = await new IngestCommand(this.killed, this.options.cliEntry, file).ended;
    if (code !== 1) this.findings.failed.push(`half a file of ${round.observedAt} ended with ${code}`);
    const { departed } = await this.stored(round);
    if (departed > 0) this.findings.offlineFromHalfAFile.push(`${departed} from half of ${round.observedAt}`);
    this.done.halfFiles += 1;
  }

  private async readByCommand(round: SnapshotRound, file: string, kills: number): Promise<void> {
    for (let left = kills; ; left -= 1) {
      const command = new IngestCommand(this.killed, this.options.cliEntry, file);
      let code: number | null | undefined;
      const ended = command.ended.then((given) => (code = given));
      if (left > 0 && (await this.momentToKill(() => code !== undefined))) {
        await command.kill();
        await this.checkKill(round);
      }
      await ended;
      if (code === 0) return;
      if (code !== null) return void this.findings.failed.push(`${round.observedAt} ended with ${code}`);
    }
  }

  private async readByWorker(round: SnapshotRound, name: string, bytes: Buffer, kills: number): Promise<void> {
    const isRead = () => waitingFeeds(this.folder).length === 0;
    dropFeed(this.folder, name, bytes);
    for (let left = kills; !isRead(); left -= 1) {
      if (this.fleet.pidOf(0) === undefined) await this.fleet.start(0);
      if (left > 0 && (await this.momentToKill(isRead))) {
        await this.fleet.kill(0);
        await this.checkKill(round);
      } else while (!isRead()) await sleep(50);
    }
    if (!fs.existsSync(path.join(this.folder, 'done', name)))
      this.findings.failed.push(`${round.observedAt} is not among the feeds that were read`);
  }

  /** Waits until some batches of a reading are stored and a moment longer; false where it ended before. */
  private async momentToKill(hasEnded: () => boolean): Promise<boolean> {
    const until = (await this.batches()) + this.random.whole(0, MOST_BATCHES);
    do {
      if (hasEnded()) return false;
      await sleep(2);
    } while ((await this.batches()) < until);
    await sleep(this.random.next() * MOST_MS);
    return !hasEnded();
  }

  private async batches(): Promise<number> {
    return (await this.killed.database.query<{ n: number }>('select version as n from ingest_lock'))[0]!.n;
  }

  private async checkKill(round: SnapshotRound): Promise<void> {
    this.done.kills += 1;
    const { seen, departed, missing } = await this.stored(round);
    const named = round.online.length;
    if (departed > 0 && seen < named)
      this.findings.offlineFromHalfAFile.push(
        `${departed} at ${round.observedAt}, with ${seen} of ${named} lines stored`,
      );
    if ((seen > 0 && seen < named) || (departed > 0 && missing > 0)) this.done.partial += 1;
  }

  private async checkEnd(round: SnapshotRound): Promise<void> {
    const online = await this.killed.database.query<{ id: string }>(
      'select external_id as id from listing where online order by external_id',
    );
    const wanted = [...round.online].sort();
    if (
      online
        .map(({ id }) => id)
        .sort()
        .join() !== wanted.join()
    )
      this.findings.wrongAfterASnapshot.push(`${round.observedAt}: ${online.length} online, ${wanted.length} named`);
    this.done.departures += (await this.stored(round)).departed;
  }

  /** Named listings that were seen in this snapshot, those that it took offline, and those that it still has to. */
  private async stored({ observedAt, online }: SnapshotRound) {
    const [row] = await this.killed.database.query<{ seen: number; departed: number; missing: number }>(
      `select count(*) filter (where online and seen.observed_at = $1) as seen,
         count(*) filter (where not online and seen.observed_at = $1) as departed,
         count(*) filter (where online and external_id <> all($3)) as missing
       from listing join listing_seen seen using (id) join source on source.id = source_id where domain = $2`,
      [observedAt, DOMAIN, online],
    );
    return row!;
  }

  private async compareStores(): Promise<void> {
    const [killed, clean] = [await stateOf(this.killed.database), await stateOf(this.clean.database)];
    for (const [part, rows] of Object.entries(clean)) {
      const found = new Set(killed[part]);
      const wanted = new Set(rows);
      for (const row of rows) if (!found.has(row)) this.findings.unlikeACleanRun.push(`${part}: missing ${row}`);
      for (const row of found) if (!wanted.has(row)) this.findings.unlikeACleanRun.push(`${part}: too many ${row}`);
      if (killed[part]!.length !== rows.length)
        this.findings.unlikeACleanRun.push(`${part}: ${killed[part]!.length} rows, not ${rows.length}`);
    }
  }
}

/** Every row as text. How many revisions a property had counts batches, which are as large as the database is quick. */
async function stateOf(database: Database): Promise<Record<string, string[]>> {
  const state = await storeState(database, { propertyRevisions: false });
  return Object.fromEntries(
    Object.entries(state).map(([part, rows]) => [part, (rows as unknown[]).map((row) => JSON.stringify(row))]),
  );
}
