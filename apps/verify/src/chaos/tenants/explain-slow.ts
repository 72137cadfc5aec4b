import type { AnsweredLine } from './api-log.js';
import type { PoliteAnswer } from './judge-answers.js';
import { quantile } from './judge-times.js';
import type { Outage } from './outages.js';

/** Where the time of one search went, in milliseconds. */
export interface SlowSearch {
  readonly ms: number;
  /** From when it was due until it was sent. */
  readonly lateMs: number;
  /** From then until the API had read its head: connecting, and a loop that is held. */
  readonly arrivalMs: number;
  readonly waitedMs: number;
  readonly connectionMs: number;
  readonly databaseMs: number;
  /** What is left: reading the request, and making its statements and its answer. */
  readonly workMs: number;
  /** Of all that, while the event loop was held, and while the API had no processor. */
  readonly loopDelayMs: number;
  readonly processorWaitMs: number;
  /** From when the API had sent the answer until the customer had it. */
  readonly returnMs: number;
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
  const half = (part: (typeof PARTS)[number]) =>
    `${part} ${quantile(
      slow.map((each) => each[part]),
      0.5,
    )}`;
  const early = slow.filter(({ sinceStartMs }) => sinceStartMs !== null && sinceStartMs < EARLY_MS).length;
  return [
    `${slow.length} searches above the p90, half of them above ${PARTS.map(half).join(', ')}; ` +
      `${early} within ${EARLY_MS / 1_000} s of a start of the API. The slowest:`,
    ...slow.slice(0, SHOWN).map((each) => JSON.stringify(each)),
  ];
}

const PARTS = [
  'ms',
  'lateMs',
  'arrivalMs',
  'waitedMs',
  'connectionMs',
  'databaseMs',
  'workMs',
  'loopDelayMs',
  'processorWaitMs',
  'returnMs',
] as const;
const EARLY_MS = 5_000;
const SHOWN = 10;

function explain({ at, lateMs, ms }: PoliteAnswer, line: AnsweredLine, apiOutages: readonly Outage[]): SlowSearch {
  const start = Math.max(...apiOutages.map(({ to }) => to).filter((to) => to <= line.at));
  return {
    ms,
    lateMs,
    arrivalMs: Math.max(0, line.at - line.ms - at - lateMs),
    waitedMs: line.waitedMs,
    connectionMs: line.connectionMs,
    databaseMs: line.databaseMs,
    workMs: Math.max(0, line.ms - line.waitedMs - line.connectionMs - line.databaseMs),
    loopDelayMs: line.loopDelayMs,
    processorWaitMs: line.processorWaitMs,
    returnMs: Math.max(0, at + ms - line.at),
    sinceStartMs: Number.isFinite(start) ? Math.max(0, at - start) : null,
  };
}
