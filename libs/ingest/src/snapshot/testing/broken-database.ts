import { Transaction, type Database } from '@gable/persistence';

/** What a process that is killed says no more. */
export const KILLED = 'killed here';

/**
 * A database at whose step number `at` the process ends, as far as one can see from the store: what was sent before is
 * there or not, as the server decided, and nothing is sent any more. Statements, commits and the moments after them are
 * steps.
 */
export function breakAt(database: Database, at: number): { readonly database: Database; readonly steps: number } {
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps >= at) throw new Error(KILLED);
  };
  const stepping = <Target extends { query: unknown }>(target: Target): Target =>
    new Proxy(target, {
      get(of, name) {
        const member = Reflect.get(of, name) as unknown;
        if (typeof member !== 'function') return member;
        return (...given: unknown[]): unknown => {
          if (name === 'query') step();
          return (member as (...all: unknown[]) => unknown).apply(of, given);
        };
      },
    });
  const broken = new Proxy(database, {
    get(of, name) {
      if (name === 'transaction')
        return async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
          step();
          const result = await of.transaction(async (transaction) => {
            const answer = await work(new Transaction(stepping(transaction.client)));
            step(); // before the commit
            return answer;
          });
          step(); // it is committed, and nobody knows
          return result;
        };
      if (name === 'openSession') return async () => stepping(await of.openSession());
      const member = Reflect.get(of, name) as unknown;
      if (name !== 'query' && name !== 'now') return member;
      return (...given: unknown[]): unknown => {
        step();
        return (member as (...all: unknown[]) => unknown).apply(of, given);
      };
    },
  });
  return {
    database: broken,
    get steps() {
      return steps;
    },
  };
}
