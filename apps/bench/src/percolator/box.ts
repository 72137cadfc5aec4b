import { PROPERTY_TYPES } from '@gable/domain';
import type { Condition, Criteria } from '@gable/domain/criteria';
import { squaresCovering } from './grid.js';
import { kindsOf } from './kinds.js';
import { state, UNKNOWN } from './listing-document.js';
import { placesOf } from './places.js';
import { storedQuery, type Query } from './stored-query.js';

/** The numbers most alerts bound: two stored values each, which the server compares without the percolator. */
export const COMMON_FIELDS = ['price', 'area', 'rooms', 'bedrooms'] as const;
export const ANYWHERE = 'anywhere';
export const ANY_TYPE = 'any';
/** Beyond every value a listing states. */
const UNBOUNDED = 1e15;

/** One conjunction of an alert, taken apart into fields; what they cannot say is left as a query for the percolator. */
interface Box {
  readonly cells: readonly string[];
  /** States of a listing that the box rejects. */
  readonly forbidden: string[];
  readonly bounds: Map<string, [min: number, max: number]>;
  readonly left: Condition[];
}

/** The document of a conjunction; none where no listing can meet it. */
export function boxDocuments(alert: number, conditions: readonly Condition[]): readonly Query[] {
  const criteria = asTree(conditions);
  const { cells, places } = whereMet(criteria);
  if (cells.length === 0) return [];
  const box: Box = {
    cells,
    forbidden: [],
    bounds: new Map(COMMON_FIELDS.map((field) => [field, [-UNBOUNDED, UNBOUNDED]])),
    left: [],
  };
  for (const condition of conditions) settle(box, condition, places);
  return [documentOfBox(alert, box, box.left.length === 0 ? null : asTree(box.left))];
}

/** A tree too large to multiply out: placed by what all of it needs, verified as a whole. */
export function treeDocuments(alert: number, criteria: Criteria): readonly Query[] {
  const { cells } = whereMet(criteria);
  const bounds = new Map(COMMON_FIELDS.map((field): [string, [number, number]] => [field, [-UNBOUNDED, UNBOUNDED]]));
  return cells.length === 0 ? [] : [documentOfBox(alert, { cells, forbidden: [], bounds, left: [] }, criteria)];
}

export function cell(place: string, transaction: string, type: string): string {
  return `${place} ${transaction} ${type}`;
}

/** Every combination of a place, a transaction and a type the tree can be met in; one word stands for all types. */
function whereMet(criteria: Criteria): { cells: readonly string[]; places: readonly string[] } {
  const { transactions, types } = kindsOf(criteria);
  const needed = placesOf(criteria);
  const squares = needed?.boxes.map(squaresCovering) ?? [];
  const places =
    needed === null || squares.includes(undefined)
      ? [ANYWHERE]
      : [...new Set([...needed.divisions.map(String), ...squares.flatMap((some) => some ?? [])])];
  const typeWords = types.length > PROPERTY_TYPES.length ? [ANY_TYPE] : types;
  return {
    places,
    cells: places.flatMap((place) =>
      transactions.flatMap((transaction) => typeWords.map((type) => cell(place, transaction, type))),
    ),
  };
}

/** Puts a condition into the fields of the box, or leaves it to the percolator. */
function settle(box: Box, condition: Condition, places: readonly string[]): void {
  switch (condition.kind) {
    case 'transactionType':
    case 'propertyType':
      return; // the cells say it exactly
    case 'flag':
      box.forbidden.push(
        state(condition.field, !condition.value),
        ...(condition.allowNull ? [] : [state(condition.field, UNKNOWN)]),
      );
      return;
    case 'range': {
      const bounds = box.bounds.get(condition.field);
      if (bounds === undefined) return void box.left.push(condition);
      box.bounds.set(condition.field, [
        Math.max(bounds[0], condition.min ?? -UNBOUNDED),
        Math.min(bounds[1], condition.max ?? UNBOUNDED),
      ]);
      if (!condition.allowNull) box.forbidden.push(state(condition.field, UNKNOWN));
      return;
    }
    case 'division':
      box.forbidden.push(...(condition.excluded ?? []).map((division) => state('division', String(division))));
      if (condition.included !== null && condition.included.join() !== places.join())
        box.left.push({ ...condition, excluded: null });
      return;
    default:
      box.left.push(condition);
  }
}

function documentOfBox(alert: number, { cells, forbidden, bounds }: Box, left: Criteria | null): Query {
  const limits = [...bounds].flatMap(([field, [min, max]]) => [
    [`${field}Min`, min],
    [`${field}Max`, max],
  ]);
  return {
    alert,
    cells,
    forbidden: [...new Set(forbidden)],
    ...(Object.fromEntries(limits) as Query),
    plain: left === null,
    ...(left !== null && { query: storedQuery(left) }),
  };
}

const asTree = (conditions: readonly Condition[]): Criteria => ({ conditions, operator: 'AND', children: [] });
