import { levelsOf } from '@gable/domain/testing';

import { fitWeights, type Bounds, type PairKind } from './fit-weights.js';

type Levels = ReturnType<typeof levelsOf>;

/** Weights by signal and level. */
export type LevelWeights = Record<string, Record<string, number>>;

/** Keeps levels that hardly occur from running away; data of some thousand pairs do not feel it. */
const RIDGE = 0.5;

/** Collects pairs by the levels that they show, and fits what the levels weigh. */
export class PairModel {
  private readonly names: (readonly [signal: string, level: string])[] = [];
  private readonly bounds: Bounds[] = [];
  private readonly columns = new Map<string, number>();
  private readonly kinds = new Map<string, PairKind>();

  /** With a `constant`, its first column stands in every pair. */
  constructor(
    private readonly constant: boolean,
    private readonly mostOf: (signal: string) => Bounds = () => ({ least: -8, most: 8 }),
  ) {
    this.names.push(['', '']);
    this.bounds.push({ least: -Infinity, most: Infinity });
  }

  /** `shares` says how much of a level counts; `offset` what is known of the pair without these levels, in bits. */
  add(levels: Levels, isSame: boolean, offset = 0, shareOf: (signal: string) => number = () => 1): void {
    const columns = this.constant ? [0] : [];
    const amounts = this.constant ? [1] : [];
    for (const [signal, { level, sign }] of levels) {
      columns.push(this.columnOf(signal, level, sign));
      amounts.push(shareOf(signal));
    }
    const rounded = Math.round(offset * 10) / 10; // pairs of about one score are one kind
    const key = `${columns.join()} ${amounts.join()} ${rounded}`;
    let kind = this.kinds.get(key);
    if (kind === undefined) this.kinds.set(key, (kind = { columns, amounts, offset: rounded, same: 0, other: 0 }));
    kind[isSame ? 'same' : 'other']++;
  }

  fit(): { constant: number; levels: LevelWeights } {
    const weights = fitWeights([...this.kinds.values()], this.bounds, RIDGE);
    const levels: LevelWeights = {};
    this.names.forEach(([signal, level], column) => {
      if (column > 0) (levels[signal] ??= {})[level] = weights[column]!;
    });
    return { constant: weights[0]!, levels };
  }

  private columnOf(signal: string, level: string, sign: 'for' | 'against' | 'either'): number {
    const name = `${signal}: ${level}`;
    let column = this.columns.get(name);
    if (column === undefined) {
      this.columns.set(name, (column = this.names.length));
      this.names.push([signal, level]);
      const { least, most } = this.mostOf(signal);
      this.bounds.push({ least: sign === 'for' ? 0 : least, most: sign === 'against' ? 0 : most });
    }
    return column;
  }
}
