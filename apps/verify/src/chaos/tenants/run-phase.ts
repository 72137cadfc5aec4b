import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@gable/domain/testing';
import { withInstallation, type Installation } from '../../installation.js';
import { FaultyReceivers } from '../delivery/faulty-receivers.js';
import { ApiLog } from './api-log.js';
import { checkPhase, type CheckedPhase } from './check-phase.js';
import { comeToRest } from './come-to-rest.js';
import { disturbTenants } from './disturb-tenants.js';
import { describeSlow, slowSearches } from './explain-slow.js';
import type { PoliteAnswer } from './judge-answers.js';
import { matchedTimes, watchShards } from './matched-times.js';
import type { Outage, Span } from './outages.js';
import { PoliteProcess } from './polite/polite-process.js';
import { POLITE_ACCOUNTS, preparePhase } from './prepare-phase.js';
import { processorTimes, shareOfProcessors } from './processor-times.js';
import { RudeProcess, type RudeAnswer } from './rude/rude-process.js';
import { ServiceProcesses, type ServiceName } from './service-processes.js';
import { feedsFolderOf } from './town-feed.js';
import { usedBetween, type UsedProcessors } from './used-processors.js';

/** Everything that both phases have in common. */
export interface PhasePlan {
  readonly seed: number;
  readonly seconds: number;
  /** Between two requests of a polite customer. */
  readonly askEveryMs: number;
  /** Between two changes of the town. */
  readonly changeEveryMs: number;
  /** Of the town, when the phase begins. */
  readonly properties: number;
  /** Notifications of each alert that the rude switch off or delete. */
  readonly waiting: number;
  /** Names of what the rude customers do. */
  readonly deeds: readonly string[];
  readonly entries: Readonly<Record<ServiceName, string>>;
  /** Says where the time of slow searches went; the API then logs every answer. */
  readonly explain: boolean;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** What a phase was, as far as it has to be judged or shown. */
export interface Phase extends CheckedPhase {
  readonly seconds: number;
  readonly kills: number;
  readonly answers: readonly PoliteAnswer[];
  readonly changes: number;
  /** From the commit of each change of the town until its events stood. */
  readonly matched: readonly Span[];
  readonly outages: Readonly<Record<ServiceName, readonly Outage[]>>;
  readonly notLanded: readonly string[];
  readonly endedByThemselves: readonly string[];
  readonly peakMegabytes: Readonly<Record<ServiceName, number>>;
  /** By who used them; customers and their receivers too, which share the machine. */
  readonly used: UsedProcessors;
  /** Share of all processors that anybody used, this machine's other work too. */
  readonly busyShare: number;
  readonly rude: RudeAnswer | undefined;
}

/** Every alert of `TrackedAlerts` signs with it. */
const SIGNING_KEY = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
/** As operators have them: the limits are part of what is proved. */
const SETTINGS = {
  DESTINATION_ALLOWED_NETWORKS: '127.0.0.0/8',
  RATE_LIMIT_PER_MINUTE: '600',
  PUBLIC_REQUESTS_PER_MINUTE: '600',
};

/**
 * Runs one phase on an installation of its own: eighteen polite customers, kills, and the rude ones where they are
 * asked for.
 */
export async function runPhase(plan: PhasePlan, withRude: boolean): Promise<Phase> {
  const receivers = await FaultyReceivers.start({
    count: POLITE_ACCOUNTS,
    least: 0,
    most: 0,
    latePath: 'none',
    seed: plan.seed,
    signingKey: SIGNING_KEY,
  });
  try {
    return await withInstallation((installation) => runOn(installation, receivers, plan, withRude));
  } finally {
    receivers.close();
  }
}

async function runOn(
  installation: Installation,
  receivers: FaultyReceivers,
  plan: PhasePlan,
  withRude: boolean,
): Promise<Phase> {
  const { database } = installation;
  const { town, polite, propertyIds } = await preparePhase(installation, receivers, plan);
  const alertIds = polite.flatMap((tenant) => tenant.alertIds);
  const log = plan.explain ? new ApiLog(installation.home) : undefined;
  const processes = await ServiceProcesses.start(installation, plan.entries, SETTINGS, log);
  const watching = new AbortController();
  let rude: RudeProcess | undefined;
  let asking: PoliteProcess | undefined;
  try {
    const feedsFolder = feedsFolderOf(installation);
    if (withRude) rude = await RudeProcess.prepare(installation, { ...plan, apiUrl: processes.base.href, feedsFolder });
    await sleep(WARM_UP_MS);
    const looking = watchShards(database, watching.signal);
    looking.catch(() => {}); // shown by the await below
    const [began, before, usedBefore] = [Date.now(), processorTimes(), await processes.usedProcessors()];
    const load = abortedAfter(plan.seconds * 1_000, plan.signal);
    setMaxListeners(0, load); // every customer listens to it
    rude?.begin();
    asking = PoliteProcess.begin({
      baseUrl: processes.base.href,
      customers: polite.map((tenant) => tenant.asCustomer(propertyIds)),
      everyMs: plan.askEveryMs,
    });
    const [{ kills, inFlight }] = await Promise.all([
      disturbTenants(database, processes, new SeededRandom(plan.seed + 2), load),
      town.change(plan.changeEveryMs, load),
      ...polite.map((tenant) => tenant.write(load)),
    ]);
    const { answers, cpuSeconds: customers } = await asking.stop();
    const busyShare = shareOfProcessors(before, processorTimes());
    const usedAfter = { ...(await processes.usedProcessors()), customers, 'rude customers': rude?.cpuSeconds ?? 0 };
    const seconds = Math.round((Date.now() - began) / 1_000);
    plan.say(`${kills} kills in ${seconds} s; everything comes to rest …`);
    const said = await rude?.stop();
    const notLanded = await town.land(); // before the rest: what lands last still has to be sent
    await comeToRest(database, alertIds, plan.say);
    const ended = Date.now();
    watching.abort();
    const looks = await looking;
    await processes.end();
    plan.say('checking …');
    if (log) describeSlow(slowSearches(answers, log.answers(), processes.outages.api)).forEach(plan.say);
    const changes = await town.changes(new Date(began));
    return {
      ...(await checkPhase(database, polite, receivers.arrivals, inFlight)),
      busyShare,
      used: usedBetween(usedBefore, usedAfter),
      seconds,
      kills,
      answers,
      changes: changes.length,
      matched: matchedTimes(changes, looks, ended),
      outages: processes.outages,
      notLanded,
      endedByThemselves: processes.endedByThemselves,
      peakMegabytes: processes.peakMegabytes,
      rude: said,
    };
  } finally {
    watching.abort();
    await asking?.end();
    await rude?.end();
    await processes.end();
  }
}

/** Workers load their alerts, the API opens its connections. */
const WARM_UP_MS = 3_000;

/**
 * Aborts after so long, or with the other signal. A timer of its own: what AbortSignal.any holds of AbortSignal.timeout
 * may be collected before it fires.
 */
function abortedAfter(ms: number, other: AbortSignal): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms).unref();
  other.addEventListener('abort', () => controller.abort(), { once: true });
  if (other.aborted) controller.abort();
  return controller.signal;
}
