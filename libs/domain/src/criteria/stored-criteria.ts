import type { Condition, Criteria, Shape, ShapeReference, StoredCriteria } from './criteria.js';

/** Criteria name a shape that is not in the store. */
export class ShapeMissing extends Error {
  override readonly name = 'ShapeMissing';

  constructor(readonly shapeId: string) {
    super(`The shape ${shapeId} is not in the store.`);
  }
}

/** What is stored of criteria: the tree without the geometries of its shapes, in plain data of its own. */
export function toStoredCriteria({ conditions, operator, children }: StoredCriteria): StoredCriteria {
  return {
    conditions: conditions.map((condition) => replaceShapes(condition, ({ id }): ShapeReference => ({ id }))),
    operator,
    children: children.map(toStoredCriteria),
  };
}

/**
 * The criteria with the geometries of their shapes, which `shape` looks up by id: give the same object for the same id.
 * @throws ShapeMissing
 */
export function restoreCriteria(
  { conditions, operator, children }: StoredCriteria,
  shape: (id: string) => Shape | undefined,
): Criteria {
  return {
    conditions: conditions.map((condition) =>
      replaceShapes(condition, ({ id }): Shape => {
        const found = shape(id);
        if (found === undefined) throw new ShapeMissing(id);
        return found;
      }),
    ),
    operator,
    children: children.map((child) => restoreCriteria(child, shape)),
  };
}

/** The ids of all shapes that criteria name, each once. */
export function shapeIdsOf(criteria: StoredCriteria): readonly string[] {
  return [...new Set(shapeReferencesOf(criteria))];
}

/** The same, each as often as it is named. */
export function shapeReferencesOf(criteria: StoredCriteria): readonly string[] {
  return [...shapesIn(criteria)].map(({ id }) => id);
}

function* shapesIn<S extends ShapeReference>({ conditions, children }: Criteria<S>): Generator<S> {
  for (const condition of conditions) {
    if (condition.kind === 'shape') yield* [...(condition.included ?? []), ...(condition.excluded ?? [])];
  }
  for (const child of children) yield* shapesIn(child);
}

function replaceShapes<S extends ShapeReference>(
  condition: Condition<ShapeReference>,
  replace: (reference: ShapeReference) => S,
): Condition<S> {
  if (condition.kind !== 'shape') return condition;
  const { included, excluded } = condition;
  return { ...condition, included: included && included.map(replace), excluded: excluded && excluded.map(replace) };
}
