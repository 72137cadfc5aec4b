import { judgeTenants, showTimes, timesOf, type TenantsFindings } from './judge-tenants.js';
import { POLITE_ACCOUNTS } from './prepare-phase.js';
import { DEEDS } from './rude/deeds.js';
import { runPhase, type Phase, type PhasePlan } from './run-phase.js';

export interface TenantsChaosOptions extends Pick<PhasePlan, 'seed' | 'signal' | 'say'> {
  /** What the rude customers do; everything where nothing is named. */
  readonly deeds?: readonly string[];
  /** Of each of the two phases. */
  readonly minutes: number;
  /** Requests of all polite customers in a second. */
  readonly asks: number;
  /** Changes of the town in a second. */
  readonly changes: number;
  /** Below it no p99 counts as slow, in milliseconds. */
  readonly floorMs: number;
  readonly workerEntry: string;
  readonly apiEntry: string;
  /** Says where the time of slow searches went. */
  readonly explain?: boolean;
}

/** What a run did and what it found. */
export interface TenantsChaosOutcome {
  readonly done: Readonly<Record<string, number>>;
  readonly findings: TenantsFindings;
}

/** A p99 may be so many times the quiet one. */
const MOST_TIMES = 3;
/** Neither API nor worker may take more, whatever they are asked. */
const MOST_MEGABYTES = 1_000;
const PROPERTIES = 1_500;
const WAITING = 3_000;

/**
 * Runs the same town with the same eighteen polite customers and the same kills twice, each time on an installation of
 * its own: first alone, then beside two customers who are rude in every way at once. The polite ones may lose nothing,
 * and hardly notice. Everything is in vain unless every finding is empty.
 */
export async function runTenantsChaos({
  deeds = Object.keys(DEEDS),
  minutes,
  asks,
  changes,
  floorMs,
  workerEntry,
  apiEntry,
  explain = false,
  ...given
}: TenantsChaosOptions): Promise<TenantsChaosOutcome> {
  const plan: PhasePlan = {
    ...given,
    deeds,
    explain,
    seconds: minutes * 60,
    askEveryMs: (1_000 * POLITE_ACCOUNTS) / asks,
    changeEveryMs: 1_000 / changes,
    properties: PROPERTIES,
    waiting: WAITING,
    entries: { api: apiEntry, worker: workerEntry },
  };
  given.say('the quiet phase …');
  const quiet = await runPhase(plan, false);
  given.say(JSON.stringify(figuresOf('quiet', quiet)));
  sayUsed(quiet, given.say);
  given.say('the rude phase …');
  const rude = await runPhase(plan, true);
  sayUsed(rude, given.say);
  for (const [deed, tally] of Object.entries(rude.rude!.tallies)) given.say(`${deed}: ${JSON.stringify(tally)}`);
  return {
    done: { ...figuresOf('quiet', quiet), ...figuresOf('rude', rude), tarpitTook: rude.rude!.tarpitTook },
    findings: judgeTenants(quiet, rude, { most: MOST_TIMES, floorMs, megabytes: MOST_MEGABYTES }),
  };
}

function figuresOf(name: 'quiet' | 'rude', phase: Phase): Record<string, number> {
  const figures = {
    seconds: phase.seconds,
    kills: phase.kills,
    requests: phase.answers.length,
    requestsCutByKills: phase.answers.filter(({ ending }) => ending === 'cut').length,
    changes: phase.changes,
    events: phase.events,
    deliveries: phase.deliveries,
    duplicates: phase.duplicates,
    ...showTimes(timesOf(phase)),
    apiPeakMegabytes: phase.peakMegabytes.api,
    workerPeakMegabytes: phase.peakMegabytes.worker,
    ...cpuSecondsOf(phase),
    busyShare: phase.busyShare,
  };
  return Object.fromEntries(
    Object.entries(figures).map(([figure, value]) => [`${name}${figure[0]!.toUpperCase()}${figure.slice(1)}`, value]),
  );
}

/** Who used processors, for the table: the service, and the customers that share the machine with it. */
function cpuSecondsOf({ used }: Phase): Record<string, number> {
  const named = {
    api: 'api',
    worker: 'worker',
    postgres: 'postgres',
    driver: 'driver',
    customers: 'customers',
    rude: 'rude customers',
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, who]) => (used[who] === undefined ? [] : [[`${name}CpuSeconds`, used[who]]])),
  );
}

function sayUsed({ used, seconds }: Phase, say: (line: string) => void): void {
  say(`seconds of processors used in ${seconds} s: ${JSON.stringify(used)}`);
}
