import type { Queryable } from '@gable/persistence';

/** A node of a plan of PostgreSQL, which was run. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The same store; `onPlan` is told how each statement that changes nothing was run, before it is answered. */
export function explained(store: Queryable, onPlan: (plan: PlanNode) => void): Queryable {
  return {
    query: async <Row extends object>(text: string, parameters?: readonly unknown[]) => {
      const [row] = await store.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, timing off, format json) ${text}`,
        parameters,
      );
      onPlan(row!['QUERY PLAN'][0].Plan);
      return store.query<Row>(text, parameters);
    },
  };
}

/** The nodes of a plan that read one of these tables, in the order of the plan. */
export function readsOf(plan: PlanNode, tables: readonly string[]): PlanNode[] {
  const own = tables.includes(plan['Relation Name'] ?? '') ? [plan] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((inner) => readsOf(inner, tables))];
}
