import { flag, type ProgramOption, someOf, wholeNumber } from '@gable/testing/options';
import { kills, minutes, stops, workers } from './chaos-options.js';
import type { ChaosOptions, ChaosPlan } from './chaos-plan.js';
import { runClocksChaos } from './clocks/run-clocks-chaos.js';
import { runDeliveryChaos } from './delivery/run-delivery-chaos.js';
import { runDiskChaos } from './disk/run-disk-chaos.js';
import { runErasureChaos } from './erasure/run-erasure-chaos.js';
import { runFailoverChaos } from './failover/run-failover-chaos.js';
import { runIndexingChaos } from './indexing/run-indexing-chaos.js';
import { runMatchingChaos } from './matching/run-matching-chaos.js';
import { runSnapshotsChaos } from './snapshots/run-snapshots-chaos.js';
import { DEEDS } from './tenants/rude/deeds.js';
import { runTenantsChaos } from './tenants/run-tenants-chaos.js';
import { runUpgradeChaos } from './upgrade/run-upgrade-chaos.js';
import { runUsageChaos } from './usage/run-usage-chaos.js';

/** A sort of chaos: what it does to whom, the options it has beside `seed`, and how it runs. */
export interface ChaosSort {
  readonly disturbs: string;
  readonly options: { readonly [Name in keyof ChaosOptions]?: ProgramOption<ChaosOptions[Name]> };
  run(plan: ChaosPlan): Promise<{ readonly done: object; readonly findings: object }>;
}

const MINUTES = 'how long the service is disturbed';

export const SORTS: Readonly<Record<string, ChaosSort>> = {
  matching: {
    disturbs: 'kills workers that match',
    options: { kills: kills(200), workers: workers(2) },
    run: runMatchingChaos,
  },
  delivery: {
    disturbs: 'kills workers that deliver, and stops the database',
    options: { kills: kills(10), stops: stops(2), workers: workers(2) },
    run: runDeliveryChaos,
  },
  usage: {
    disturbs: 'kills APIs that answer, and stops the database',
    options: {
      kills: kills(10),
      stops: stops(2),
      workers: workers(2),
      floor: wholeNumber('milliseconds before a kill, whose requests may go unbilled', 250),
    },
    run: (plan) => runUsageChaos({ ...plan, processes: plan.workers, mayLoseMs: plan.floor }),
  },
  indexing: {
    disturbs: 'kills workers that keep the search index, behind an OpenSearch that fails every fifth document',
    options: { kills: kills(100), workers: workers(2) },
    run: runIndexingChaos,
  },
  snapshots: {
    disturbs: 'kills a worker and commands that read the snapshots of a source',
    options: { kills: kills(30) },
    run: runSnapshotsChaos,
  },
  tenants: {
    disturbs: 'kills API and worker while two customers are as rude as they can be',
    options: {
      minutes: minutes('how long each of the two phases lasts', 5),
      asks: wholeNumber('requests of all polite customers in a second', 30),
      changes: wholeNumber('changes of the town in a second', 5),
      floor: wholeNumber('milliseconds below which no p99 is slow', 100),
      deeds: someOf(Object.keys(DEEDS), 'what the rude customers do, all of it unless said'),
      explain: flag('says where the time of slow searches went'),
    },
    run: (plan) => runTenantsChaos({ ...plan, floorMs: plan.floor }),
  },
  erasure: {
    disturbs: 'kills a whole service while adverts are erased',
    options: { minutes: minutes(MINUTES, 1) },
    run: runErasureChaos,
  },
  clocks: {
    disturbs: 'kills a whole service on clocks that are hours apart',
    options: { minutes: minutes(MINUTES, 1) },
    run: runClocksChaos,
  },
  disk: {
    disturbs: 'fills the disk of PostgreSQL, again and again',
    options: { minutes: minutes(MINUTES, 2) },
    run: runDiskChaos,
  },
  failover: {
    disturbs: 'kills the primary of two PostgreSQL and promotes the standby',
    options: { minutes: minutes(MINUTES, 1) },
    run: runFailoverChaos,
  },
  upgrade: {
    disturbs: 'kills the last release and this one, which run at once',
    options: { minutes: minutes(MINUTES, 3) },
    run: runUpgradeChaos,
  },
};
