import type { GroupingItem } from './grouping-item.js';

/**
 * How one attribute of two listings compares. What a level weighs stands in `weights.ts`; a veto says that the two
 * cannot be one property.
 */
export interface Level {
  readonly level: string;
  /**
   * The sign that its weight may be learned with: an agreement never speaks against one property, a difference never
   * for it.
   */
  readonly sign: 'for' | 'against' | 'either';
  readonly veto?: true;
  /** Bits on top of the weight: an agreement tells more the sharper it is. */
  readonly sharpness?: number;
}

/** Compares one attribute; undefined where the two listings say nothing about it together. */
export type Signal = (a: GroupingItem, b: GroupingItem) => Level | undefined;

/** A level that can only speak for one property. */
export const agrees = (level: string, sharpness = 0): Level => ({ level, sign: 'for', sharpness });
/** A level that can only speak against it. */
export const differs = (level: string, sharpness = 0): Level => ({ level, sign: 'against', sharpness });
/** A level that may speak for either. */
export const either = (level: string): Level => ({ level, sign: 'either' });
/** A level that contradicts. */
export const veto = (level: string): Level => ({ level, sign: 'against', veto: true });

/** Compares what both state; where `silenceTells`, within one source also what one of them or both leave out. */
export function comparedIn<T>(
  read: (item: GroupingItem['listing']) => T | undefined,
  compare: (a: T, b: T, sameSource: boolean) => Level | undefined,
  silenceTells = false,
): Signal {
  return (a, b) => {
    const inA = read(a.listing);
    const inB = read(b.listing);
    const sameSource = a.sourceId === b.sourceId;
    if (inA !== undefined && inB !== undefined) return compare(inA, inB, sameSource);
    if (!silenceTells || !sameSource) return undefined;
    return inA === inB ? BOTH_SILENT : ONE_SILENT;
  };
}
const BOTH_SILENT = agrees('both leave it out');
const ONE_SILENT = differs('one leaves it out');
