import { judgeAnswers, waitOf, type AnswerFindings } from './judge-answers.js';
import { judgeTimes, quantile, type Times } from './judge-times.js';
import { touchesOutage, type Outage, type Span } from './outages.js';
import type { RecordFindings } from './check-phase.js';
import type { Phase } from './run-phase.js';

/** What is wrong, a line each; nothing of it may be. */
export type TenantsFindings = RecordFindings &
  AnswerFindings & {
    /** p99 beside rude customers of more than so many times the quiet one. */
    readonly slower: readonly string[];
    /** Listings of the town that the store does not hold as they were last sent. */
    readonly notLanded: readonly string[];
    readonly endedByThemselves: readonly string[];
    /** A process took more memory than it may. */
    readonly memory: readonly string[];
  };

/** Bounds of a run. */
export interface TenantsLimits {
  /** A p99 may be so many times the quiet one. */
  readonly most: number;
  /** Below it nothing is slow, in milliseconds. */
  readonly floorMs: number;
  /** Of API and worker each. */
  readonly megabytes: number;
}

type JudgedPhase = Pick<
  Phase,
  'answers' | 'outages' | 'matched' | 'attempts' | 'findings' | 'notLanded' | 'endedByThemselves' | 'peakMegabytes'
>;

/** Judges both phases, and the rude one by the quiet one. Pure. */
export function judgeTenants(quiet: JudgedPhase, rude: JudgedPhase, limits: TenantsLimits): TenantsFindings {
  const [one, other] = [judgePhase(quiet, limits), judgePhase(rude, limits)];
  const both = Object.fromEntries(
    (Object.keys(one) as (keyof typeof one)[]).map((name) => [
      name,
      [...one[name].map((line) => `quiet: ${line}`), ...other[name]],
    ]),
  ) as unknown as typeof one;
  return { ...both, slower: judgeTimes(timesOf(quiet), timesOf(rude), limits) };
}

/** What counts of a phase as its times. */
export function timesOf({ answers, outages, matched, attempts }: JudgedPhase): Times {
  const searches = answers.filter(({ route }) => route === 'search').flatMap((answer) => waitOf(answer, outages.api));
  return {
    search: lengths(searches),
    searchBetweenKills: lengths(between(searches, outages.api)),
    apiRestart: lengths(outages.api),
    workerRestart: lengths(outages.worker),
    commitToEvent: lengths(matched),
    commitToEventBetweenKills: lengths(between(matched, outages.worker)),
    eventToAttempt: lengths(attempts),
    eventToAttemptBetweenKills: lengths(between(attempts, outages.worker)),
  };
}

/** The figures of a phase's times, as a table shows them; none of what was not measured. */
export function showTimes(times: Times): Record<string, number> {
  return Object.fromEntries(
    Object.entries(times)
      .filter(([, list]) => list.length > 0)
      .flatMap(([name, list]) => [
        [`${name}P50`, quantile(list, 0.5)!],
        [`${name}P99`, quantile(list, 0.99)!],
      ]),
  );
}

function judgePhase(phase: JudgedPhase, { megabytes }: TenantsLimits): Omit<TenantsFindings, 'slower'> {
  return {
    ...phase.findings,
    ...judgeAnswers(phase.answers, phase.outages.api),
    notLanded: phase.notLanded,
    endedByThemselves: phase.endedByThemselves,
    memory: Object.entries(phase.peakMegabytes).flatMap(([name, peak]) =>
      peak > megabytes ? [`the ${name} took ${peak} MB, of ${megabytes} MB that it may`] : [],
    ),
  };
}

/** A process that has just started is no measure yet. */
const AFTERMATH_MS = 5_000;

const between = (spans: readonly Span[], outages: readonly Outage[]): Span[] =>
  spans.filter((span) => !touchesOutage(span, outages, AFTERMATH_MS));
const lengths = (spans: readonly Span[]): number[] => spans.map(({ from, to }) => to - from);
