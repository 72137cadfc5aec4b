import type { DivisionType } from '../values/vocabulary.js';

/** What a division is found by. */
export interface NamedDivision {
  readonly id: number;
  readonly type: DivisionType;
  readonly name: string;
  readonly postalCodes: readonly string[];
}

/**
 * How a division was found: by its whole name or postal code, by the beginning of either, by the beginning of a later
 * word of its name, or in spite of typing errors. In this order, the best first.
 */
export const NAME_MATCHES = ['EXACT', 'PREFIX', 'WORD', 'TYPO'] as const;
/** One of NAME_MATCHES. */
export type NameMatch = (typeof NAME_MATCHES)[number];

/** A division and how it was found. */
export interface FoundDivision<Division extends NamedDivision> {
  readonly division: Division;
  readonly match: NameMatch;
}
