import { SELECT_IS_DERIVED } from '@gable/persistence/listings';

/** Also once all is done: beside this release an earlier one may store listings as it knows them. */
const ASK_EVERY_MS = 2_000;

/** Knows whether every listing has the columns of this release; only then may a statement rely on them. */
export class DerivationWatch {
  private isDerived = Promise.resolve(false);
  private askedAt = -Infinity;

  constructor(private readonly query: (text: string) => Promise<{ isDerived: boolean }[]>) {}

  isDone(): Promise<boolean> {
    if (performance.now() - this.askedAt < ASK_EVERY_MS) return this.isDerived;
    this.askedAt = performance.now();
    this.isDerived = this.query(SELECT_IS_DERIVED).then(([row]) => row!.isDerived);
    this.isDerived.catch(() => (this.askedAt = -Infinity)); // whoever asked is told
    return this.isDerived;
  }
}
