/** The engine that gave an answer. */
export type SearchBackend = 'postgres' | 'opensearch';

/** How many properties match. */
export interface Total {
  readonly total: number;
  /** False: there may be more, because counting ended there. */
  readonly totalIsExact: boolean;
}
