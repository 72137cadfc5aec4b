import { compareListings, type SignalName } from '../grouping/compare-listings.js';
import type { SentenceLanguage } from '../../criteria/phrases/languages.js';
import { explainGrouping, explainSignal } from '../grouping/explain-grouping.js';
import type { GroupingItem } from '../grouping/grouping-item.js';

/** How two listings compare, for people. */
export interface ExplainedPair {
  /** Bits of evidence that both show one property; at 0 it is as likely as not. */
  readonly score: number;
  /** Nothing contradicts and the score is at least 0. */
  readonly agrees: boolean;
  /** Attributes in which they contradict each other: with one of these they are never put together by evidence. */
  readonly contradictions: readonly SignalName[];
  /** What speaks for one property, the most telling first, then what speaks against it. */
  readonly reasons: readonly string[];
  /** Every attribute compared, with its bits for (positive) or against. */
  readonly signals: readonly ExplainedSignal[];
}

/** What one attribute says. */
export interface ExplainedSignal {
  readonly signal: SignalName;
  readonly level: string;
  readonly bits: number;
  /** The same in words. */
  readonly phrase: string;
}

/** Compares two listings and says in words of a language what came out. */
export function explainPair(a: GroupingItem, b: GroupingItem, language: SentenceLanguage = 'en'): ExplainedPair {
  const comparison = compareListings(a, b);
  return {
    score: rounded(comparison.score),
    agrees: comparison.vetoes.length === 0 && comparison.score >= 0,
    contradictions: comparison.vetoes,
    reasons: explainGrouping(a, b, comparison, language),
    signals: [...comparison.signals]
      .sort((one, other) => other.weight - one.weight)
      .map(({ signal, level, weight }) => ({
        ...{ signal, level, bits: rounded(weight) },
        phrase: explainSignal(a, b, { signal, level }, language),
      })),
  };
}

/** A tenth of a bit is already more than anybody knows. */
const rounded = (bits: number): number => Math.round(bits * 100) / 100 + 0; // + 0: no -0
