import type { MarkStore, SearchIndexStore } from '@gable/persistence/indexing';
import { Counter, Gauge, Histogram, type Logger, type Registry } from '@gable/runtime';
import { DRIFT_KINDS, type DriftKind, type RebuildProgress } from '@gable/search';
import type { IndexingListener } from './indexing-stage.js';

/** Counts documents and logs what an operator should know of the index. */
export function indexingMetrics(registry: Registry, log: Logger): IndexingListener {
  const registers = [registry];
  const documents = new Counter({
    name: 'gable_indexing_documents_total',
    help: 'Documents by what the search engine did with them.',
    labelNames: ['outcome'],
    registers,
  });
  const lag = new Histogram({
    name: 'gable_indexing_lag_seconds',
    help: 'Time from a change in the store until searches find it.',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 1_800],
    registers,
  });
  return {
    written({ indexed, removed, refused, putOff }) {
      documents.inc({ outcome: 'indexed' }, indexed.length - removed);
      documents.inc({ outcome: 'removed' }, removed);
      documents.inc({ outcome: 'refused' }, refused.length);
      documents.inc({ outcome: 'put-off' }, putOff.length);
      for (const { propertyId, revision, reason } of refused)
        log.error(
          { propertyId, revision, reason },
          'the search engine refuses a document; it stays as it was until the property changes',
        );
    },
    searchable(lagsMs) {
      for (const ms of lagsMs) lag.observe(Math.max(0, ms) / 1_000);
    },
    heldUp: (isHeldUp) =>
      isHeldUp
        ? log.warn('the search engine does not take documents; changes wait and it is tried again')
        : log.info('the search engine takes documents again'),
    lost: (index) => log.error({ index }, 'an index is gone from the search engine; another is made'),
  };
}

/** Logs how the making of an index goes. */
export function logBuilding(log: Logger): (progress: RebuildProgress) => void {
  return ({ phase, loaded }) =>
    phase === 'done'
      ? log.info({ documents: loaded }, 'a new index is searched')
      : log.debug({ phase, loaded }, 'an index is being made');
}

/** Logs what an audit found. */
export function logAudit(log: Logger): (drift: Readonly<Record<DriftKind, number>>) => void {
  return (drift) => {
    if (drift.ahead > 0)
      log.error({ drift }, 'the index is newer than the store, as after a restore; run gable reindex');
    else if (DRIFT_KINDS.some((kind) => drift[kind] > 0))
      log.warn({ drift }, 'the index differed from the store; what differs is indexed again');
  };
}

/** Figures that are read when somebody asks for them. */
export function observeIndexing(registry: Registry, marks: MarkStore, indices: SearchIndexStore): void {
  const registers = [registry];
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
    async () => (await marks.figures()).lagSeconds,
  );
  read(
    'gable_indexing_refused',
    'Properties whose document the search engine refuses.',
    async () => (await marks.figures()).refused,
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
