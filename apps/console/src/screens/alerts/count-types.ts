import type { EventType } from './alert-draft.js';

/** How often each type stands among events; null where the type of one is not known. */
export function countTypes(
  ids: readonly string[],
  typeOf: ReadonlyMap<string, EventType>,
): readonly (readonly [EventType, number])[] | null {
  const counts = new Map<EventType, number>();
  for (const id of ids) {
    const type = typeOf.get(id);
    if (type === undefined) return null;
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts];
}
