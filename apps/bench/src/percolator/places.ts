import { boundingBoxOfArea, boundingBoxOfCircle, type BoundingBox } from '@gable/domain/geo';
import type { Condition, Criteria } from '@gable/domain/criteria';

/** Where a tree can be met: one of these divisions or boxes. Null: anywhere. */
export interface Places {
  readonly divisions: readonly number[];
  readonly boxes: readonly BoundingBox[];
}

/** The places outside of which no listing meets the tree; of conditions that must all hold, the narrowest counts. */
export function placesOf({ conditions, operator, children }: Criteria): Places | null {
  const own = conditions.map(placesOfCondition);
  const nested = children.map(placesOf);
  if (operator === 'AND' || nested.length === 0) return narrowest([...own, ...nested]);
  return narrowest([...own, nested.reduce(together)!]);
}

function placesOfCondition(condition: Condition): Places | null {
  if (condition.kind === 'division' && condition.included !== null) return { divisions: condition.included, boxes: [] };
  if (condition.kind === 'circle')
    return { divisions: [], boxes: [boundingBoxOfCircle(condition.center, condition.radiusMeters)] };
  if (condition.kind === 'shape' && condition.included !== null)
    return { divisions: [], boxes: condition.included.map(({ geometry }) => boundingBoxOfArea(geometry)) };
  return null;
}

/** Fewer entries stand for less: the workload states one place, or a few of one level. */
function narrowest(all: readonly (Places | null)[]): Places | null {
  const size = ({ divisions, boxes }: Places): number => divisions.length + boxes.length;
  return all.reduce(
    (best, places) => (places !== null && (best === null || size(places) < size(best)) ? places : best),
    null,
  );
}

function together(one: Places | null, other: Places | null): Places | null {
  return (
    one &&
    other && { divisions: [...new Set([...one.divisions, ...other.divisions])], boxes: [...one.boxes, ...other.boxes] }
  );
}
