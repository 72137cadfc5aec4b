import type { GroupingItem, GroupingStats } from './grouping-item.js';

/** How one attribute of two listings compares. `weight` is its evidence in bits that both show one home; a veto says that they cannot. */
export interface Level {
  readonly level: string;
  readonly weight: number;
  readonly veto?: true;
}

/** Compares one attribute; undefined where the two listings say nothing about it together. */
export type Signal = (a: GroupingItem, b: GroupingItem, stats: GroupingStats) => Level | undefined;

/** A level that weighs. */
export const level = (name: string, weight: number): Level => ({ level: name, weight });
/** A level that contradicts. */
export const veto = (name: string): Level => ({ level: name, weight: CONTRADICTION, veto: true });
// Never decides, as a veto does; a stored score should look as bad as it is.
const CONTRADICTION = -10;
