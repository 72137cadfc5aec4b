import type { ChaosPlan, NUMBERS } from './chaos-plan.js';
import { runClocksChaos } from './clocks/run-clocks-chaos.js';
import { runDeliveryChaos } from './delivery/run-delivery-chaos.js';
import { runDiskChaos } from './disk/run-disk-chaos.js';
import { runErasureChaos } from './erasure/run-erasure-chaos.js';
import { runFailoverChaos } from './failover/run-failover-chaos.js';
import { runIndexingChaos } from './indexing/run-indexing-chaos.js';
import { runMatchingChaos } from './matching/run-matching-chaos.js';
import { runSnapshotsChaos } from './snapshots/run-snapshots-chaos.js';
import { runTenantsChaos } from './tenants/run-tenants-chaos.js';
import { runUpgradeChaos } from './upgrade/run-upgrade-chaos.js';
import { runUsageChaos } from './usage/run-usage-chaos.js';

/** A sort of chaos: the options it knows with their defaults, and how it runs. */
interface ChaosSort {
  readonly defaults: Readonly<Partial<Record<(typeof NUMBERS)[number], string>>>;
  run(plan: ChaosPlan): Promise<{ readonly done: object; readonly findings: object }>;
}

export const SORTS: Readonly<Record<string, ChaosSort>> = {
  matching: { defaults: { kills: '200', workers: '2' }, run: runMatchingChaos },
  delivery: { defaults: { kills: '10', stops: '2', workers: '2' }, run: runDeliveryChaos },
  usage: {
    defaults: { kills: '10', stops: '2', workers: '2', floor: '250' },
    run: (plan) => runUsageChaos({ ...plan, processes: plan.workers, mayLoseMs: plan.floor }),
  },
  indexing: { defaults: { kills: '100', workers: '2' }, run: runIndexingChaos },
  snapshots: { defaults: { kills: '30' }, run: runSnapshotsChaos },
  tenants: {
    defaults: { minutes: '5', asks: '30', changes: '5', floor: '100' },
    run: (plan) => runTenantsChaos({ ...plan, floorMs: plan.floor }),
  },
  erasure: { defaults: { minutes: '1' }, run: runErasureChaos },
  clocks: { defaults: { minutes: '1' }, run: runClocksChaos },
  disk: { defaults: { minutes: '2' }, run: runDiskChaos },
  failover: { defaults: { minutes: '1' }, run: runFailoverChaos },
  upgrade: { defaults: { minutes: '3' }, run: runUpgradeChaos },
};
