import { Inject, Injectable } from '@nestjs/common';
import {
  MarkStore,
  SearchIndexStore,
  type IndexedProperty,
  type RefusedProperty,
  type SearchIndexRecord,
} from '@gable/persistence/indexing';
import { IndexAdmin, MAPPING_VERSION } from '@gable/search';
import { PostgresPropertyDocuments } from '@gable/search-postgres';
import type { Stage } from '../pipeline/stage.js';
import { indexBatch, type BatchOutcome } from './index-batch.js';
import { IndexingMetrics, type IndexingListener } from './indexing-metrics.js';
import { FULL_PACE, nextPace } from './pace.js';

/** Longer than a batch takes. A killed worker's marks wait that long; double work by a slow one does no harm. */
const LEASE_MS = 10_000;
const PUT_OFF_MS = 250;
/** A refresh makes everything written findable; more of them cost more than they bring. */
const REFRESH_EVERY_MS = 250;
const SWEEP_EVERY_MS = 5_000;
/** While the engine writes one batch, the next is read. */
const LANES_IN_A_BACKLOG = 2;

/** Written to every target, not yet to be found. */
interface Written {
  readonly targets: readonly string[];
  readonly indexed: IndexedProperty[];
  readonly refused: RefusedProperty[];
  /** When they were marked, epoch milliseconds. */
  readonly markedAt: number[];
}

/**
 * Brings the indices up to date with the properties that are marked. It writes, makes findable, and only then removes
 * the marks: after a kill, the marks left lead the next worker to the same properties.
 */
@Injectable()
export class IndexingStage implements Stage {
  readonly name = 'indexing';
  private pace = FULL_PACE;
  private resumeAt = -Infinity;
  private refreshAt = -Infinity;
  private sweepAt = -Infinity;
  private since: Date | null = null;
  private isBehind = false;
  private written: Written | undefined;

  constructor(
    private readonly marks: MarkStore,
    private readonly indices: SearchIndexStore,
    private readonly documents: PostgresPropertyDocuments,
    private readonly admin: IndexAdmin,
    @Inject(IndexingMetrics)
    private readonly listener: Pick<IndexingListener, 'written' | 'searchable' | 'lost' | 'heldUp'>,
  ) {}

  async step(): Promise<boolean> {
    const targets = await this.indices.targets();
    const names = targets.map(({ name }) => name);
    if (this.written && this.written.targets.join() !== names.join()) await this.finish();
    if (targets.length === 0 || performance.now() < this.resumeAt) return false;
    // Documents of this release would lack what those of a newer one hold, under the same revision; its workers write.
    if (targets.some(({ mappingVersion }) => mappingVersion > MAPPING_VERSION)) return false;
    // All lanes end within the step, a failed one's neighbour too: what was written goes with the targets it was
    // written to.
    const lanes = await Promise.allSettled(
      Array.from({ length: this.isBehind ? LANES_IN_A_BACKLOG : 1 }, () => this.batch(targets, names)),
    );
    const taken = lanes.map((lane) => {
      if (lane.status === 'rejected') throw lane.reason;
      return lane.value;
    });
    this.isBehind = taken.includes('full');
    const didWork = taken.some((what) => what !== 'nothing');
    if (this.written && performance.now() >= this.refreshAt) await this.finish();
    return didWork;
  }

  private async batch(
    targets: readonly SearchIndexRecord[],
    names: readonly string[],
  ): Promise<'full' | 'some' | 'nothing'> {
    const { marks, documents, admin, listener, pace } = this;
    const claimed = await marks.claim(pace.batch, this.claimSince(), LEASE_MS);
    this.since = claimed.marks[0]?.markedAt ?? null;
    if (claimed.marks.length === 0) return 'nothing';
    const outcome = await indexBatch(
      admin.client,
      targets,
      claimed.marks,
      await documents.read(claimed.marks.map(({ propertyId }) => propertyId)),
      claimed.now,
    );
    listener.written(outcome);
    this.note(
      names,
      claimed.marks.map(({ propertyId, markedAt }) => [propertyId, markedAt.getTime()]),
      outcome,
    );
    if (outcome.putOff.length > 0) await marks.release(outcome.putOff, PUT_OFF_MS);
    for (const name of outcome.missing) await this.restore(targets.find((target) => target.name === name)!);
    this.pace = nextPace(pace, claimed.marks.length, outcome.putOff.length);
    if (this.pace.pauseMs > 0 !== pace.pauseMs > 0)
      listener.heldUp(this.pace.pauseMs > 0 ? (outcome.putOffBecause ?? 'The index is not there, or closed.') : null);
    this.resumeAt = performance.now() + this.pace.pauseMs;
    return claimed.marks.length === pace.batch ? 'full' : 'some';
  }

  /**
   * From the oldest mark of the claim before; from the very first now and then, for marks that were put back or whose
   * transaction was long.
   */
  private claimSince(): Date | null {
    if (this.since !== null && performance.now() < this.sweepAt) return this.since;
    this.sweepAt = performance.now() + SWEEP_EVERY_MS;
    return null;
  }

  private note(
    targets: readonly string[],
    markedAt: readonly (readonly [string, number])[],
    { indexed, refused }: BatchOutcome,
  ): void {
    if (indexed.length + refused.length === 0) return;
    const at = new Map(markedAt);
    this.written ??= { targets, indexed: [], refused: [], markedAt: [] };
    this.written.indexed.push(...indexed);
    this.written.refused.push(...refused);
    this.written.markedAt.push(...indexed.map(({ propertyId }) => at.get(propertyId)!));
  }

  private async finish(): Promise<void> {
    const { targets, indexed, refused, markedAt } = this.written!;
    await this.admin.refresh(targets);
    const { removed, now } = await this.marks.finish(targets, indexed, refused);
    this.written = undefined;
    this.refreshAt = performance.now() + REFRESH_EVERY_MS;
    // Other indices have to be written by now: nothing was removed, and nothing has to wait for its lease.
    if (removed === 0)
      return this.marks.release(
        [...indexed, ...refused].map(({ propertyId }) => propertyId),
        0,
      );
    this.listener.searchable(markedAt.map((at) => now.getTime() - at));
  }

  private async restore({ name }: SearchIndexRecord): Promise<void> {
    if (await this.admin.restore(name)) return;
    await this.indices.retire(name, 'missing');
    this.listener.lost(name);
  }
}
