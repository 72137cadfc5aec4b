import fs from 'node:fs';
import { SeededRandom } from '@gable/domain/testing';
import { disturbProcesses } from '../service/disturbances.js';
import type { ServiceOutcome } from '../service/judge-service.js';
import { runServiceChaos } from '../service/run-service-chaos.js';
import { LeftOut, type ChaosPlan } from '../chaos-plan.js';

/** Debian's libfaketime; undefined where it is not installed. The folder between is that of the architecture. */
const LIBRARY = fs
  .readdirSync('/usr/lib')
  .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
  .find((file) => fs.existsSync(file));
/** Of workers, in seconds beside the clock of the database; one of each runs. */
const APART = [0, 5_400, -5_400];
const API_APART = 2_700;

/**
 * Runs workers and an API whose clocks are hours apart, and kills them: what orders rows, leases and retries comes from
 * the clock of the database.
 */
export async function runClocksChaos(plan: ChaosPlan): Promise<ServiceOutcome> {
  if (LIBRARY === undefined) throw new LeftOut('libfaketime is not installed (apt-get install faketime).');
  const random = new SeededRandom(plan.seed + 13);
  return runServiceChaos(plan, {
    editsAlerts: true,
    async begin(service) {
      for (const seconds of APART) await service.addWorkers(plan.workerEntry, 1, shifted(seconds));
      await service.apis.add(plan.apiEntry, shifted(API_APART));
    },
    async disturb(service) {
      const [forMs, { signal }] = [plan.minutes * 60_000, plan];
      await disturbProcesses(service, { workers: service.fleets, apis: [0], forMs, random, signal });
      const apart = Math.max(...APART) - Math.min(...APART);
      return { done: { secondsApart: apart }, findings: {} };
    },
  });
}

const shifted = (seconds: number): Record<string, string> =>
  seconds === 0
    ? {}
    : {
        LD_PRELOAD: LIBRARY!,
        FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_NO_CACHE: '1',
      };
