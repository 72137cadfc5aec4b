import { COPY_SIGNALS } from './copy-signals.js';
import type { GroupingItem } from './grouping-item.js';
import type { GroupingWeights } from './grouping-weights.js';
import type { Level, Signal } from './level.js';
import { SIGNALS } from './signals.js';
import { WEIGHTS } from './weights.js';

/** Name of one compared attribute. */
export type SignalName = keyof typeof SIGNALS | keyof typeof COPY_SIGNALS;

/** What one attribute contributed to a comparison. */
export interface ComparedSignal {
  readonly signal: SignalName;
  readonly level: string;
  /** Bits for (positive) or against the two listings showing one property. */
  readonly weight: number;
}

/** How two listings compare. They show one property where the score is at least 0 and nothing vetoes. */
export interface Comparison {
  /** Log-odds in bits, without the vetoes. */
  readonly score: number;
  /** The attributes in which the two contradict each other. */
  readonly vetoes: readonly SignalName[];
  readonly signals: readonly ComparedSignal[];
}

/** With this many attributes compared the bias counts in full; with fewer its share of them. */
const ATTRIBUTES_FOR_FULL_BIAS = 15;
/** Words and pictures are copied together: the larger of the two counts, and this share of the smaller. */
export const SHARE_OF_THE_SMALLER_COPY = 0.35;
/** What a veto weighs in a stored score, which should look as bad as it is; it decides by itself. */
const CONTRADICTION = -10;

const signals = Object.entries(SIGNALS) as [SignalName, Signal][];
const copySignals = Object.entries(COPY_SIGNALS) as [SignalName, Signal][];

/** Compares two listings attribute by attribute (docs/grouping.md). Symmetric; some microseconds without texts. */
export function compareListings(a: GroupingItem, b: GroupingItem, weights: GroupingWeights = WEIGHTS): Comparison {
  const found: ComparedSignal[] = [];
  const vetoes: SignalName[] = [];
  const score = addUp(a, b, weights, (signal, weight, { level, veto }) => {
    found.push({ signal, level, weight });
    if (veto) vetoes.push(signal);
  });
  return { score, vetoes, signals: found };
}

/** The score of `compareListings` alone, at a fraction of the cost. */
export function scoreListings(a: GroupingItem, b: GroupingItem, weights: GroupingWeights = WEIGHTS): number {
  return addUp(a, b, weights, noted);
}
const noted = (): void => {};

type Note = (signal: SignalName, weight: number, level: Level) => void;

function addUp(a: GroupingItem, b: GroupingItem, { prior, bias, levels }: GroupingWeights, note: Note): number {
  let [compared, sum, contradicts] = [0, 0, false];
  const add = (name: SignalName, weight: number, level: Level): void => {
    note(name, weight, level);
    compared += 1;
    sum += weight;
  };
  for (const [name, signal] of signals) {
    const level = signal(a, b);
    if (level === undefined) continue;
    add(name, weightOf(levels, name, level), level);
    contradicts ||= level.veto === true;
  }
  if (!contradicts) {
    let larger: CopySignal | undefined;
    let smaller: CopySignal | undefined;
    for (const [name, signal] of copySignals) {
      const level = signal(a, b);
      if (level === undefined) continue;
      const found = { name, level, weight: weightOf(levels, name, level) };
      if (larger === undefined) larger = found;
      else if (found.weight > larger.weight) [larger, smaller] = [found, larger];
      else smaller = found;
    }
    if (larger !== undefined) add(larger.name, larger.weight, larger.level);
    if (smaller !== undefined) add(smaller.name, smaller.weight * SHARE_OF_THE_SMALLER_COPY, smaller.level);
  }
  return prior + (bias - prior) * Math.min(1, compared / ATTRIBUTES_FOR_FULL_BIAS) + sum;
}

/** One of the two. */
interface CopySignal {
  readonly name: SignalName;
  readonly level: Level;
  readonly weight: number;
}

function weightOf(levels: GroupingWeights['levels'], signal: SignalName, { level, veto, sharpness = 0 }: Level) {
  return veto ? CONTRADICTION : (levels[signal]?.[level] ?? 0) + sharpness;
}

/** The levels that compareListings adds up, for those who learn what they weigh. */
export function levelsOf(a: GroupingItem, b: GroupingItem): [SignalName, Level][] {
  const found: [SignalName, Level][] = [];
  for (const [name, signal] of [...signals, ...copySignals]) {
    const level = signal(a, b);
    if (level !== undefined) found.push([name, level]);
  }
  return found;
}

/**
 * Whether anything contradicts that two listings show one property: compareListings' vetoes alone, at a fraction of the
 * cost.
 */
export function contradict(a: GroupingItem, b: GroupingItem): boolean {
  for (const signal of vetoing) if (signal(a, b)?.veto === true) return true;
  return false;
}
// The likeliest to contradict first: most candidates end at their area.
const vetoing: readonly Signal[] = [
  SIGNALS.area,
  SIGNALS.floor,
  SIGNALS.price,
  SIGNALS.bedrooms,
  SIGNALS.rooms,
  SIGNALS.place,
  SIGNALS.constructionYear,
  SIGNALS.deal,
  SIGNALS.type,
  SIGNALS.lot,
];
