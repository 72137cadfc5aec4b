import type { AnsweredLine } from './api-log.js';
import type { PoliteAnswer } from './judge-answers.js';
import { quantile } from './judge-times.js';
import type { Outage } from './outages.js';

/** Where the time of one search went, in milliseconds. */
export interface SlowSearch {
  readonly ms: number;
  /** From when it was due until the API had read its head: the customer, the network, and a loop that is held. */
  readonly arrivalMs: number;
  readonly waitedMs: number;
  readonly loopDelayMs: number;
  /** What is left: the database, and its own work. */
  readonly workMs: number;
  /** Since the API was last started; null before its first kill. */
  readonly sinceStartMs: number | null;
}

/** The searches that took longer than nine tenths of all, the slowest first, as far as the API logged them. Pure. */
export function slowSearches(
  answers: readonly PoliteAnswer[],
  lines: readonly AnsweredLine[],
  apiOutages: readonly Outage[],
): SlowSearch[] {
  const byId = new Map(lines.map((line) => [line.requestId, line]));
  const searches = answers.filter(({ route }) => route === 'search');
  const least = quantile(
    searches.map(({ ms }) => ms),
    0.9,
  );
  return searches
    .flatMap((answer) => {
      const line = byId.get(answer.requestId ?? '');
      return line === undefined || answer.ms < least! ? [] : [explain(answer, line, apiOutages)];
    })
    .sort((one, other) => other.ms - one.ms);
}

/** Lines that say of which parts slow searches are made. */
export function describeSlow(slow: readonly SlowSearch[]): string[] {
  if (slow.length === 0) return [];
  const parts = ['arrivalMs', 'waitedMs', 'loopDelayMs', 'workMs'] as const;
  const half = (part: (typeof parts)[number]) =>
    `${part} ${quantile(
      slow.map((each) => each[part]),
      0.5,
    )}`;
  const early = slow.filter(({ sinceStartMs }) => sinceStartMs !== null && sinceStartMs < EARLY_MS).length;
  return [
    `${slow.length} searches above the p90, half of them above ${parts.map(half).join(', ')}; ` +
      `${early} within ${EARLY_MS / 1_000} s of a start of the API. The slowest:`,
    ...slow.slice(0, SHOWN).map((each) => JSON.stringify(each)),
  ];
}

const EARLY_MS = 5_000;
const SHOWN = 10;

function explain({ at, ms }: PoliteAnswer, line: AnsweredLine, apiOutages: readonly Outage[]): SlowSearch {
  const start = Math.max(...apiOutages.map(({ to }) => to).filter((to) => to <= line.at));
  return {
    ms,
    arrivalMs: Math.max(0, line.at - line.ms - at),
    waitedMs: line.waitedMs,
    loopDelayMs: line.loopDelayMs,
    workMs: Math.max(0, line.ms - line.waitedMs),
    sinceStartMs: Number.isFinite(start) ? Math.max(0, at - start) : null,
  };
}
