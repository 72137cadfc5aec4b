const PLACEHOLDER = /\$(\d+)(?:::(\w+)(?!\w|\[\]))?/g;

/**
 * A statement that answers one row, as one for many questions at once. Its only parameter is a JSON array, of which
 * each entry `[n, …parameters]` is a question; its answer has the same `n`. Null where a placeholder does not say its
 * type, or is a list.
 *
 * The planner takes any such array for a hundred entries, so that the plan for all values is the only one it makes.
 */
export function portionedStatement(text: string): string | null {
  const types = new Map<string, string | undefined>();
  const answer = text.replace(PLACEHOLDER, (_, place: string, type: string | undefined) => {
    types.set(place, type);
    return `asked.p${place}`;
  });
  if ([...types.values()].includes(undefined)) return null;
  const parameters = [...types].map(([place, type]) => `(q.entry->>${place})::${type} as p${place}`);
  return `
    select asked.n, answered.*
    from (
      select ${['(q.entry->>0)::integer as n', ...parameters].join(', ')} from json_array_elements($1::json) as q(entry)
      offset 0
    ) asked
    cross join lateral (${answer}) answered`;
}
