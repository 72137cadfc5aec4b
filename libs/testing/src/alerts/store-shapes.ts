import type { Criteria, Shape } from '@gable/domain/criteria';
import { countPositions } from '@gable/domain/geo';
import type { Queryable } from '@gable/persistence';

/** Keeps the shapes of criteria as drawn by an account, under the ids that they have there. */
export async function storeShapes(
  database: Queryable,
  accountId: string,
  criteria: readonly Criteria[],
): Promise<void> {
  const shapes = criteria.flatMap(shapesOf);
  if (shapes.length === 0) return;
  await database.query(
    `insert into shape (id, account_id, geometry, positions, created_at)
     select distinct on (id) new.id, $1, new.geometry::jsonb, new.positions, now()
     from unnest($2::uuid[], $3::text[], $4::integer[]) as new(id, geometry, positions)
     on conflict (id) do nothing`,
    [
      accountId,
      shapes.map(({ id }) => id),
      shapes.map(({ geometry }) => JSON.stringify(geometry)),
      shapes.map(({ geometry }) => countPositions(geometry)),
    ],
  );
}

function shapesOf({ conditions, children }: Criteria): Shape[] {
  const own = conditions.flatMap((condition) =>
    condition.kind === 'shape' ? [...(condition.included ?? []), ...(condition.excluded ?? [])] : [],
  );
  return [...own, ...children.flatMap(shapesOf)];
}
