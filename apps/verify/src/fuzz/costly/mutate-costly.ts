import type { SeededRandom } from '@gable/domain/testing';

type Json = unknown;
type Container = Json[] | Record<string, Json>;

/**
 * Changes one thing of a body, mostly towards more: an entry is repeated, a part stands in another's place, a value
 * becomes longer or stranger, something is left out. `other` is a body that parts may come from.
 */
export function mutateCostly(body: Json, other: Json, random: SeededRandom): Json {
  const copy = structuredClone(body);
  const inside = containersIn(copy);
  if (inside.length === 0) return copy;
  const where = random.pick(inside);
  random.pick([repeatEntry, repeatEntry, graft, graft, changeValue, leaveOut])(where, other, random);
  return copy;
}

/** Every list and object of a body, itself first. */
function containersIn(root: Json): Container[] {
  const found: Container[] = [];
  const open = [root];
  for (let next = open.pop(); next !== undefined && found.length < MOST_CONTAINERS; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    found.push(next as Container);
    open.push(...(Object.values(next) as Json[]).reverse());
  }
  return found;
}

const MOST_CONTAINERS = 20_000;

function repeatEntry(where: Container, _: Json, random: SeededRandom): void {
  if (!Array.isArray(where) || where.length === 0) return;
  const entry = random.pick(where);
  const times = random.pick([1, 4, where.length, 500]);
  for (let n = 0; n < times; n += 1) where.push(structuredClone(entry));
}

function graft(where: Container, other: Json, random: SeededRandom): void {
  const parts = containersIn(other);
  if (parts.length === 0) return;
  set(where, structuredClone(random.pick(parts)), random);
}

function changeValue(where: Container, _: Json, random: SeededRandom): void {
  const number = random.pick([0, 1, -1, 1e9, 0.1 + 0.2, 1e-300, random.next() * 180, random.whole(0, 1_000)]);
  const text = random.pick(['a', '%41', 'é', '\\u0000', '٣', '-', '.', '{"a":']).repeat(random.pick([1, 50, 5_000]));
  set(where, random.pick([number, number, text, true, null]), random);
}

function leaveOut(where: Container, _: Json, random: SeededRandom): void {
  if (Array.isArray(where)) where.splice(random.whole(0, where.length), random.pick([1, 2, where.length >> 1]));
  else delete where[keyOf(where, random)];
}

function set(where: Container, value: Json, random: SeededRandom): void {
  if (Array.isArray(where)) where[random.whole(0, where.length)] = value;
  else where[keyOf(where, random)] = value;
}

function keyOf(where: Record<string, Json>, random: SeededRandom): string {
  const keys = Object.keys(where);
  return keys.length === 0 ? 'criteria' : random.pick(keys);
}
