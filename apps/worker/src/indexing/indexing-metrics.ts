import { Inject, Injectable } from '@nestjs/common';
import { MarkStore, SearchIndexStore } from '@gable/persistence/indexing';
import { LOG } from '@gable/platform';
import { beginAtZero, Counter, Gauge, Histogram, Registry, sharedRead, type Logger } from '@gable/runtime';
import { DRIFT_KINDS, type RebuildProgress } from '@gable/search';
import type { Drift } from './index-audit.js';
import type { BatchOutcome } from './index-batch.js';

/** Notified of what happens to the index. */
export interface IndexingListener {
  written(outcome: BatchOutcome): void;
  /** Can be found from now on; each so many milliseconds after it was marked. */
  searchable(lagsMs: readonly number[]): void;
  /** An index was lost: somebody removed it. */
  lost(name: string): void;
  /** Searches find the live index again and it alone; somebody let them find other ones, or none. */
  searchedAgain(name: string, instead: readonly string[]): void;
  /** The search engine puts most of what it gets off, for a reason; or takes it again (null). */
  heldUp(reason: string | null): void;
  /** The making of an index went on. */
  progressed(progress: RebuildProgress): void;
  /** An audit ended. */
  audited(drift: Drift): void;
}

/** Counts documents and logs what an operator should know of the index. */
@Injectable()
export class IndexingMetrics implements IndexingListener {
  private readonly documents: Counter<'outcome'>;
  private readonly lag: Histogram;

  constructor(
    registry: Registry,
    @Inject(LOG) private readonly log: Logger,
    marks: MarkStore,
    indices: SearchIndexStore,
  ) {
    this.documents = new Counter({
      name: 'gable_indexing_documents_total',
      help: 'Documents by what the search engine did with them.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.lag = new Histogram({
      name: 'gable_indexing_lag_seconds',
      help: 'Time from a change in the store until searches find it.',
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 1_800],
      registers: [registry],
    });
    beginAtZero(this.documents, { outcome: ['indexed', 'removed', 'refused', 'put-off'] });
    observe(registry, marks, indices);
  }

  written({ indexed, removed, refused, putOff }: BatchOutcome): void {
    this.documents.inc({ outcome: 'indexed' }, indexed.length - removed);
    this.documents.inc({ outcome: 'removed' }, removed);
    this.documents.inc({ outcome: 'refused' }, refused.length);
    this.documents.inc({ outcome: 'put-off' }, putOff.length);
    for (const { propertyId, revision, reason } of refused)
      this.log.error(
        { propertyId, revision, reason },
        'the search engine refuses a document; it stays as it was until the property changes',
      );
  }

  searchable(lagsMs: readonly number[]): void {
    for (const ms of lagsMs) this.lag.observe(Math.max(0, ms) / 1_000);
  }

  lost(index: string): void {
    this.log.error({ index }, 'an index is gone from the search engine; another is made');
  }

  searchedAgain(index: string, instead: readonly string[]): void {
    this.log.warn(
      { index, instead },
      'the alias of searches was moved or removed by hand; it names the live index again',
    );
  }

  heldUp(reason: string | null): void {
    if (reason !== null)
      this.log.warn({ reason }, 'the search engine does not take documents; changes wait and it is tried again');
    else this.log.info('the search engine takes documents again');
  }

  progressed({ phase, loaded }: RebuildProgress): void {
    if (phase === 'done') this.log.info({ documents: loaded }, 'a new index is searched');
    else this.log.debug({ phase, loaded }, 'an index is being made');
  }

  audited(drift: Drift): void {
    if (drift.ahead > 0)
      this.log.error({ drift }, 'the index is newer than the store, as after a restore; run gable reindex');
    else if (DRIFT_KINDS.some((kind) => drift[kind] > 0))
      this.log.warn({ drift }, 'the index differed from the store; what differs is indexed again');
  }
}

/** Figures that are read when somebody asks for them. */
function observe(registry: Registry, marks: MarkStore, indices: SearchIndexStore): void {
  const registers = [registry];
  const figures = sharedRead(() => marks.figures());
  const read = (name: string, help: string, value: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await value());
      },
    });
  read(
    'gable_indexing_oldest_mark_age_seconds',
    'How long the oldest property waits to be indexed; 0 where none does.',
    async () => (await figures()).lagSeconds,
  );
  read(
    'gable_indexing_refused',
    'Properties whose document the search engine refuses.',
    async () => (await figures()).refused,
  );
  read('gable_indexing_live', 'Whether there is an index that is searched: 1 or 0.', async () =>
    (await indices.live()) === null ? 0 : 1,
  );
  new Gauge({
    name: 'gable_index_drift',
    help: 'Documents that differed from the store in the last audit, by kind.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const drift = (await indices.live())?.drift ?? {};
      for (const kind of DRIFT_KINDS) this.set({ kind }, drift[kind] ?? 0);
    },
  });
}
