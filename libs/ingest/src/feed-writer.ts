import type { FeedState } from '@gable/domain/listing';
import type { Database } from '@gable/persistence';
import { applyBatch, noOutcomes, type ChooseStates, type Outcomes } from './applying/apply-batch.js';
import { BatchPace } from './applying/batch-pace.js';
import { IncomingState } from './applying/incoming-state.js';
import { applyOrIsolate, type AcceptedLine, type AppliedLines } from './applying/isolate-poison.js';
import { Neighbourhood } from './applying/neighbourhood.js';
import { LineGate, refuseErased } from './batching/line-gate.js';
import type { Batch } from './batching/read-batches.js';
import { RefusalPace } from './batching/refusal-pace.js';
import { RejectCounts } from './batching/reject-counts.js';
import type { IngestOptions } from './ingest-options.js';
import type { DivisionIndex } from './placing/division-index.js';
import type { FeedLimits } from './reading/feed-limits.js';
import { emptyReport } from './reading/ingest-report.js';
import { RejectFile } from './reading/reject-file.js';
import type { Reject, RejectWriter } from './reading/reject.js';
import type { SnapshotRun } from './snapshot/snapshot-run.js';

/** Stores the batches of one feed, each when it may be, and keeps the account of what became of its lines. */
export class FeedWriter {
  readonly report = emptyReport();
  private readonly pace: BatchPace;
  private readonly refusals = new RefusalPace();
  private readonly gate: LineGate;
  private readonly rejects: RejectWriter;
  private readonly rejectCounts: RejectCounts;
  private readonly neighbourhood: Neighbourhood;
  private readonly schedule: NonNullable<IngestOptions['schedule']>;
  private mostlyChanges = true;

  constructor(
    private readonly database: Database,
    private readonly divisions: DivisionIndex,
    private readonly snapshot: SnapshotRun,
    private readonly options: IngestOptions,
    limits: FeedLimits,
  ) {
    const { rejectFile, batchSize = 1_000, neighbourhood, schedule, onlySource } = options;
    this.pace = new BatchPace(batchSize);
    this.gate = new LineGate(database, limits, onlySource);
    this.rejects = typeof rejectFile === 'string' ? new RejectFile(rejectFile) : rejectFile;
    this.rejectCounts = new RejectCounts(database, onlySource);
    this.neighbourhood = neighbourhood ?? new Neighbourhood();
    this.schedule = schedule ?? ((batch) => batch());
  }

  /** Lines that the next batch has at most. */
  get batchSize(): number {
    return this.pace.lines;
  }

  /**
   * A line made ready. Where most lines change something, they are placed as they are read, while the database writes
   * the batch before.
   */
  prepare(state: FeedState): IncomingState {
    const incoming = new IncomingState(state, this.divisions);
    if (this.mostlyChanges && !incoming.isOffline) void incoming.placed;
    return incoming;
  }

  /**
   * Stores a batch once it is its turn. Throws what the database throws: then nothing of it is stored. Calls
   * `onDecided` when what is left is the database's work.
   */
  store(batch: Batch, onDecided: () => void): Promise<void> {
    return this.inTurn(() => this.write(batch, onDecided));
  }

  /** Milliseconds for which the feed rests whose last batch was read in so many (`RefusalPace`). */
  restMs(readMs: number): number {
    return this.refusals.restMs(readMs);
  }

  async takeOffline(states: readonly FeedState[]): Promise<void> {
    for (let at = 0; at < states.length;) {
      const incoming = states.slice(at, at + this.pace.lines).map((state) => new IncomingState(state, this.divisions));
      await this.inTurn(async () => {
        const { changed } = await this.apply(incoming.length, () => Promise.resolve(incoming), noMatter);
        this.report.offline! += changed;
      });
      at += incoming.length;
      this.options.onProgress?.(this.report);
    }
  }

  /** @throws what keeps the reject file from being written to its end */
  close(): Promise<void> {
    return this.rejects.close();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    return this.schedule(async () => {
      this.options.signal?.throwIfAborted(); // it may have waited for others
      await work();
    });
  }

  private async write(batch: Batch, onDecided: () => void): Promise<void> {
    const since = performance.now();
    const gated = await this.gate.admit(batch.lines);
    await this.snapshot.note(
      batch.names,
      gated.admitted.map(({ state }) => state.observedAt),
    );
    const apply = (lines: readonly AcceptedLine[]) => this.applyLines(lines, onDecided);
    const { outcomes, refused } = await applyOrIsolate(gated.admitted, apply, this.options.log);
    await this.rejectCounts.add(batch, [...gated.refused, ...refused]);
    const rejected = [...batch.rejects, ...gated.refused, ...refused].sort((a, b) => a.line - b.line);
    for (const reject of rejected) await this.rejects.write(reject);
    const accepted = gated.admitted.length - refused.length;
    this.refusals.stored({ accepted, refused: rejected.length, storedMs: performance.now() - since });
    this.mostlyChanges = 2 * outcomes.changed > batch.lines.length;
    this.count(batch, outcomes, accepted, rejected.length);
  }

  private count(batch: Batch, outcomes: Outcomes, accepted: number, rejected: number): void {
    const { report } = this;
    report.read += batch.lines.length + batch.rejects.length;
    report.accepted += accepted;
    report.changed += outcomes.changed;
    report.unchanged += outcomes.unchanged;
    report.stale += outcomes.stale;
    report.rejected += rejected;
    report.rejects = this.rejects.path;
    this.options.onProgress?.(report);
  }

  private async applyLines(lines: readonly AcceptedLine[], onDecided: () => void): Promise<AppliedLines> {
    if (lines.length === 0) return { outcomes: noOutcomes(), refused: [] };
    let refused: readonly Reject[] = [];
    const choose: ChooseStates = async (transaction) => {
      const gated = await refuseErased(transaction, lines);
      refused = gated.refused;
      return gated.admitted.map(({ state }) => state);
    };
    const outcomes = await this.apply(lines.length, choose, onDecided);
    return { outcomes, refused };
  }

  /** One transaction. The next batch is as large as this one was quick. */
  private async apply(count: number, choose: ChooseStates, onDecided: () => void): Promise<Outcomes> {
    let decidedAt = performance.now();
    const outcomes = await applyBatch(this.database, this.neighbourhood, choose, () => {
      decidedAt = performance.now();
      onDecided();
    });
    this.pace.written(count, performance.now() - decidedAt);
    return outcomes;
  }
}

const noMatter = (): void => {};
