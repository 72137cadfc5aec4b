import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@gable/domain/testing';
import type { PostgresPair } from '@gable/testing';
import type { ChaosPlan } from '../chaos-plan.js';
import { disturbProcesses } from '../service/disturbances.js';
import type { ServiceOutcome } from '../service/judge-service.js';
import { putLine } from '../service/load.js';
import type { LoadedService } from '../service/loaded-service.js';
import { runServiceChaos } from '../service/run-service-chaos.js';
import { withPair } from './pair-installation.js';

const WORKERS = 2;
const WELL_MS = 6_000;
/** Less than a standby takes to stream again. */
const CUT_MS = 150;
/** What the guide promises after a promotion, and as much again for a busy machine. */
const ANSWERS_WITHIN_MS = 20_000;

/** How a primary is lost. Cut off, it takes commits that no standby has: those must not be answered. */
const ENDS: readonly { readonly says: string; readonly of: (pair: PostgresPair) => Promise<void> | void }[] = [
  { says: 'killed', of: (pair) => pair.primary.kill() },
  { says: 'hung', of: (pair) => pair.primary.hang() },
  {
    says: 'cut off and killed',
    async of(pair) {
      await pair.cutStream();
      await sleep(CUT_MS);
      await pair.primary.kill();
    },
  },
];

/**
 * Kills the primary under load, or lets it hang, promotes the standby and makes a new one, again and again, with the
 * processes killed meanwhile. Commits wait for the standby: nothing that was acknowledged is lost.
 */
export async function runFailoverChaos(plan: ChaosPlan): Promise<ServiceOutcome> {
  let pair: PostgresPair | undefined;
  return runServiceChaos(plan, {
    editsAlerts: false,
    install: (work) =>
      withPair((installation, made) => {
        pair = made;
        return work(installation);
      }),
    async begin(service) {
      await service.addWorkers(plan.workerEntry, WORKERS);
      await service.apis.add(plan.apiEntry);
    },
    disturb: (service) => failOverAgainAndAgain(service, pair!, plan),
  });
}

async function failOverAgainAndAgain(
  service: LoadedService,
  pair: PostgresPair,
  { minutes, signal, say, seed }: ChaosPlan,
): Promise<ServiceOutcome> {
  const random = new SeededRandom(seed + 23);
  const findings = { didNotComeBack: [] as string[] };
  let [failovers, longest] = [0, 0];
  for (const until = performance.now() + minutes * 60_000; performance.now() < until && !signal.aborted;) {
    await disturbProcesses(service, { workers: service.fleets, apis: [0], forMs: WELL_MS, random, signal });
    const end = ENDS[failovers % ENDS.length]!;
    const tookMs = await service.withoutDatabase(async () => {
      await service.noteInFlight().catch(() => undefined);
      await end.of(pair);
      await sleep(random.whole(0, 1_500));
      await pair.promote();
      failovers += 1;
      const tookMs = await untilItWrites(service, failovers, signal);
      // What was leased when the primary ended is leased still. The first look may meet a connection to what hangs.
      await service.noteInFlight().catch(() => service.noteInFlight());
      await pair.rebuild();
      for (const fleet of service.fleets) await fleet.startMissing();
      return tookMs;
    });
    say(`${end.says}; written to again ${tookMs} ms after the promotion`);
    longest = Math.max(longest, tookMs);
    if (tookMs > ANSWERS_WITHIN_MS) findings.didNotComeBack.push(`${tookMs} ms after promotion ${failovers}`);
  }
  return { done: { failovers, writtenAgainMs: longest }, findings };
}

/** How long it is until a state is taken again, by an API that was not started anew for it. */
async function untilItWrites(service: LoadedService, number: number, signal: AbortSignal): Promise<number> {
  const began = performance.now();
  await service.put(0, putLine(`failover-${number}`, 0, 100_000 + number), signal);
  return Math.round(performance.now() - began);
}
