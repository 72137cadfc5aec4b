import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@gable/domain/testing';
import { withInstallation, type StoppableServer } from '../../installation.js';
import { disturbProcesses } from '../service/disturbances.js';
import type { ServiceOutcome } from '../service/judge-service.js';
import type { LoadedService } from '../service/loaded-service.js';
import { runServiceChaos } from '../service/run-service-chaos.js';
import type { ChaosPlan } from '../chaos-plan.js';
import { SmallDisk } from './small-disk.js';

const WORKERS = 2;
const MEGABYTES = 1_000;
const WELL_MS = 8_000;
const FULL_MS = 8_000;
const UNREADY_WITHIN_MS = 90_000;
const READY_WITHIN_MS = 120_000;
/** More than `min_wal_size` and `max_wal_size` keep of 16 MB each. */
const MOST_SEGMENTS = 140;
const LOOK_EVERY_MS = 500;

/**
 * Fills the disk of PostgreSQL again and again under load, data and log alike, and frees it: meanwhile the API says
 * why, afterwards everything goes on by itself, and nothing that was acknowledged is lost.
 */
export async function runDiskChaos(plan: ChaosPlan): Promise<ServiceOutcome> {
  const disk = new SmallDisk(MEGABYTES);
  const random = new SeededRandom(plan.seed + 17);
  let postgres: StoppableServer | undefined;
  return runServiceChaos(plan, {
    editsAlerts: false,
    install: (work) =>
      withInstallation(
        (installation) => {
          postgres = installation.postgres;
          return work(installation);
        },
        { place: (clusterFolder) => disk.place(clusterFolder) },
      ),
    async begin(service) {
      await service.addWorkers(plan.workerEntry, WORKERS);
      await service.apis.add(plan.apiEntry);
    },
    disturb: (service) => fillAgainAndAgain(service, postgres!, disk, random, plan),
  });
}

async function fillAgainAndAgain(
  service: LoadedService,
  postgres: StoppableServer,
  disk: SmallDisk,
  random: SeededRandom,
  { minutes, signal, say }: ChaosPlan,
): Promise<ServiceOutcome> {
  const findings = { saidNothing: [] as string[], didNotRecover: [] as string[] };
  const reasons = new Set<string>();
  let [filled, crashes] = [0, 0];
  const supervisor = supervise(postgres, reasons, () => (crashes += 1));
  try {
    for (const until = performance.now() + minutes * 60_000; performance.now() < until && !signal.aborted;) {
      const [workers, apis] = [service.fleets, [0]];
      await disturbProcesses(service, { workers, apis, forMs: WELL_MS, random, signal });
      await service.withoutDatabase(async () => {
        await service.noteInFlight().catch(() => undefined);
        disk.fill();
        filled += 1;
        const reason = await firstReason(service, UNREADY_WITHIN_MS);
        if (reason === undefined) findings.saidNothing.push(`ready for ${UNREADY_WITHIN_MS} ms on a full disk`);
        else reasons.add(reason);
        say(`full: ${reason ?? 'ready all the same'}`);
        if (filled % 2 === 0) await fillLog(service);
        await sleep(FULL_MS);
        await service.noteInFlight().catch(() => undefined);
        disk.free();
        if (!(await isReadyAgain(service)))
          findings.didNotRecover.push(`not ready ${READY_WITHIN_MS} ms after there was room`);
        for (const fleet of service.fleets) await fleet.startMissing();
      });
    }
  } finally {
    disk.free();
    supervisor.abort();
  }
  if (![...reasons].some((reason) => /full|No space left/i.test(reason)))
    findings.saidNothing.push(`no reason names the disk: ${[...reasons].join(' | ')}`);
  for (const reason of reasons) say(`reason: ${reason}`);
  return { done: { disksFilled: filled, serversEnded: crashes }, findings };
}

/** Starts the server again where it ended, as `npm start` does, every half second; what it says then is a reason. */
function supervise(postgres: StoppableServer, reasons: Set<string>, onStart: () => void): AbortController {
  const over = new AbortController();
  void (async () => {
    for (; !over.signal.aborted; await sleep(LOOK_EVERY_MS))
      await postgres.startIfEnded().then(
        (started) => started && onStart(),
        (error: Error) => reasons.add(`start: ${error.message.split('\n')[0]!.replace(/\(.*?\)/, '')}`),
      );
  })();
  return over;
}

/**
 * Uses up the segments of the log that were there before the disk was full, as some more minutes of load would: the
 * next one has no room, and PostgreSQL ends at once.
 */
async function fillLog({ installation }: LoadedService): Promise<void> {
  const use = `select pg_switch_wal() from (select pg_logical_emit_message(false, 'chaos', 'a segment')) begun`;
  for (let segment = 0; segment < MOST_SEGMENTS; segment += 1)
    if (
      !(await installation.database.query(use).then(
        () => true,
        () => false,
      ))
    )
      return;
}

interface Readiness {
  readonly status: string;
  readonly reasons: readonly { check: string; reason: string }[];
  readonly warnings: readonly { check: string; reason: string }[];
}

async function readiness({ apis, keys }: LoadedService): Promise<Readiness | undefined> {
  const answer = await apis.ask(0, keys.client, 'GET', '/health/ready');
  return answer?.text.startsWith('{') ? (JSON.parse(answer.text) as Readiness) : undefined;
}

async function firstReason(service: LoadedService, withinMs: number): Promise<string | undefined> {
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(200)) {
    const found = await readiness(service);
    const said = [...(found?.reasons ?? []), ...(found?.warnings.filter(({ check }) => check === 'disk') ?? [])];
    if (said.length > 0) return said.map(({ check, reason }) => `${check}: ${reason}`).join('; ');
  }
  return undefined;
}

async function isReadyAgain(service: LoadedService): Promise<boolean> {
  for (const until = performance.now() + READY_WITHIN_MS; performance.now() < until; await sleep(200))
    if ((await readiness(service))?.status === 'ready') return true;
  return false;
}
