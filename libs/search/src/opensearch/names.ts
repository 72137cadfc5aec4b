/**
 * What searches and writes are sent to. A rebuild fills a new index beside the old one and moves this name over in one
 * step.
 */
export const ALIAS = 'gable-properties';

/** Names of the indices behind an alias: the alias and when it was made, so that they sort by age. */
export interface IndexNames {
  readonly alias: string;
  /** Matches every index made for the alias, and the alias itself not. */
  readonly pattern: string;
  /** @param madeAt epoch milliseconds */
  indexMadeAt(madeAt: number): string;
}

/** Several stores may share a cluster, each under an alias of its own; specs do. */
export function indexNames(alias: string = ALIAS): IndexNames {
  return {
    alias,
    pattern: `${alias}-*`,
    indexMadeAt: (madeAt) => `${alias}-${new Date(madeAt).toISOString().replace(/\D/g, '')}`,
  };
}
