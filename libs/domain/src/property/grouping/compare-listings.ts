import { COPY_SIGNALS } from './copy-signals.js';
import { NO_STATS, type GroupingItem, type GroupingStats } from './grouping-item.js';
import type { Level, Signal } from './level.js';
import { SIGNALS } from './signals.js';

/** Name of one compared attribute. */
export type SignalName = keyof typeof SIGNALS | keyof typeof COPY_SIGNALS;

/** What one attribute contributed to a comparison. */
export interface ComparedSignal {
  readonly signal: SignalName;
  readonly level: string;
  /** Bits for (positive) or against the two listings showing one home. */
  readonly weight: number;
}

/** How two listings compare. They show one home where the score is at least 0 and nothing vetoes. */
export interface Comparison {
  /** Log-odds in bits, without the vetoes. */
  readonly score: number;
  /** The attributes in which the two contradict each other. */
  readonly vetoes: readonly SignalName[];
  readonly signals: readonly ComparedSignal[];
}

/** Bits for one home before anything is compared: partners expected among the candidates of a block. */
const PRIOR = -6.8;
/** The same with everything compared: attributes repeat each other (a furnished flat is a well-kept one), and this takes the repetition back. */
const BIAS = -10.9;
const ATTRIBUTES_FOR_FULL_BIAS = 15;
const SHARE_OF_THE_SMALLER_COPY = 0.35;

const signals = Object.entries(SIGNALS) as [SignalName, Signal][];
const copySignals = Object.entries(COPY_SIGNALS) as [SignalName, Signal][];

/** Compares two listings attribute by attribute (docs/grouping.md). Symmetric; about a microsecond without texts. */
export function compareListings(a: GroupingItem, b: GroupingItem, stats: GroupingStats = NO_STATS): Comparison {
  const found: ComparedSignal[] = [];
  const vetoes: SignalName[] = [];
  let sum = 0;
  let compared = 0;
  const note = (signal: SignalName, { level, weight, veto }: Level, counted = weight): void => {
    found.push({ signal, level, weight: counted });
    if (veto) vetoes.push(signal);
    sum += counted;
    compared++;
  };
  for (const [name, signal] of signals) {
    const level = signal(a, b, stats);
    if (level !== undefined) note(name, level);
  }
  if (vetoes.length === 0) {
    const copies: [SignalName, Level][] = [];
    for (const [name, signal] of copySignals) {
      const level = signal(a, b, stats);
      if (level !== undefined) copies.push([name, level]);
    }
    copies.sort(([, one], [, other]) => other.weight - one.weight);
    copies.forEach(([name, level], place) => note(name, level, place === 0 ? level.weight : level.weight * SHARE_OF_THE_SMALLER_COPY));
  }
  return { score: PRIOR + (BIAS - PRIOR) * Math.min(1, compared / ATTRIBUTES_FOR_FULL_BIAS) + sum, vetoes, signals: found };
}

/** Whether anything contradicts that two listings show one home: compareListings' vetoes alone, at a fraction of the cost. */
export function contradict(a: GroupingItem, b: GroupingItem, stats: GroupingStats = NO_STATS): boolean {
  return vetoing.some((signal) => signal(a, b, stats)?.veto === true);
}
// The likeliest to contradict first: most candidates end at their area.
const vetoing: readonly Signal[] = [
  SIGNALS.area, SIGNALS.floor, SIGNALS.price, SIGNALS.bedrooms, SIGNALS.rooms, SIGNALS.place, SIGNALS.constructionYear, SIGNALS.deal, SIGNALS.type,
];
