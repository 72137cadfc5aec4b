import { beginAtZero, Counter, Gauge, type Health, type Registry } from '@gable/runtime';
import type { ReplicaOfProcess } from '../database/replica-of-process.js';

/** How far the standby is behind, and who reads where. */
export function observeReplica(replica: ReplicaOfProcess, metrics: Registry, health: Health): void {
  const registers = [metrics];
  const reads = new Counter({
    name: 'gable_replica_reads_total',
    help: 'Requests that may read the standby, by who answered, and why it was the primary.',
    labelNames: ['from', 'because'],
    registers,
  });
  beginAtZero(reads, { from: ['replica'], because: ['fit'] });
  beginAtZero(reads, { from: ['primary'], because: ['behind', 'failed'] });
  replica.listen((from, because) => reads.inc({ from, because: because ?? 'fit' }));
  new Gauge({
    name: 'gable_replica_lag_seconds',
    help: 'How far the standby is behind at most; absent where that is not known.',
    registers,
    aggregator: 'max',
    collect() {
      this.reset();
      const { lagMs } = replica.watch;
      if (lagMs !== undefined) this.set(lagMs / 1_000);
      else this.remove();
    },
  });
  new Gauge({
    name: 'gable_replica_usable',
    help: '1 while searches and analytics may read the standby.',
    registers,
    aggregator: 'min',
    collect() {
      this.set(replica.watch.reason === undefined ? 1 : 0);
    },
  });
  health.watch('replica', () => {
    const { reason } = replica.watch;
    return Promise.resolve(reason && `The primary answers what the standby of DATABASE_REPLICA_URL should: ${reason}.`);
  });
}
