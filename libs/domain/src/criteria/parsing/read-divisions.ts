import { at, isJsonObject, member, readList, refuseUnknownKeys, show } from '../../parsing/json.js';
import { criteriaNode } from '../criteria-node.js';
import type { Criteria, DivisionCondition } from '../criteria.js';
import type { ParsingContext } from './parsing-context.js';

const ENTRY_KEYS: ReadonlySet<string> = new Set(['cityId', 'districtId', 'neighborhoodId']);

/** One side of a location: the ids of which any one counts, and the groups of ids that count only together. */
export interface DivisionSets {
  readonly any: readonly number[];
  readonly together: readonly (readonly number[])[];
}

/** Reads a list of division ids (`includedDivisionIds`, `cityIds`). */
export function readDivisionIds(given: unknown, path: string, context: ParsingContext): DivisionSets | undefined {
  const list = readList(given, path, context.limits.maxSetSize, context.violations);
  return (
    list && { any: sorted(list.map((id, place) => readDivisionId(id, `${path}[${place}]`, context))), together: [] }
  );
}

/**
 * Reads a list of entries `{cityId, districtId, neighborhoodId}` (`included`, `excluded`). Several ids in one entry
 * are ANDed.
 */
export function readDivisionEntries(given: unknown, path: string, context: ParsingContext): DivisionSets | undefined {
  const list = readList(given, path, context.limits.maxSetSize, context.violations);
  const entries = list?.map((entry, place) => readEntry(entry, `${path}[${place}]`, context));
  return (
    entries && {
      any: sorted(entries.filter((ids) => ids.length === 1).flat()),
      together: entries.filter((ids) => ids.length > 1),
    }
  );
}

/**
 * Writes both sides of a location as one condition and, for ids that count only together, as nodes that must hold
 * beside it: a group is in when each of its ids is; a listing is outside a group when it misses one of them.
 */
export function divisionCriteria(
  included: DivisionSets | undefined,
  excluded: DivisionSets | undefined,
): { condition?: DivisionCondition; also: readonly Criteria[] } {
  const also: Criteria[] = [];
  if (included && included.together.length > 0) also.push(...includedNodes(included));
  for (const ids of excluded?.together ?? [])
    also.push(
      criteriaNode(
        [],
        'OR',
        ids.map((id) => leaf(null, [id])),
      ),
    );
  const includedIds = included && included.together.length === 0 && included.any.length > 0 ? included.any : null;
  const excludedIds = excluded && excluded.any.length > 0 ? excluded.any : null;
  if (includedIds === null && excludedIds === null) return { also };
  return { condition: { kind: 'division', included: includedIds, excluded: excludedIds }, also };
}

function includedNodes({ any, together }: DivisionSets): readonly Criteria[] {
  const alternatives = together.map((ids) => ids.map((id) => leaf([id], null)));
  // A single group needs no OR around it: its ids simply have to hold beside the rest.
  if (any.length === 0 && alternatives.length === 1) return alternatives.flat();
  const nodes = alternatives.map((ids) => criteriaNode([], 'AND', ids));
  return [criteriaNode([], 'OR', any.length === 0 ? nodes : [leaf(any, null), ...nodes])];
}

function leaf(included: readonly number[] | null, excluded: readonly number[] | null): Criteria {
  return criteriaNode([{ kind: 'division', included, excluded }]);
}

function readEntry(given: unknown, path: string, context: ParsingContext): readonly number[] {
  if (!isJsonObject(given)) {
    context.violations.add(path, `expects an object such as {"cityId": 1}, got ${show(given)}`);
    return [];
  }
  refuseUnknownKeys(given, ENTRY_KEYS, path, context.violations);
  const stated = [...ENTRY_KEYS].filter((key) => member(given, key) !== undefined);
  if (stated.length === 0) context.violations.add(path, 'expects at least one of cityId, districtId, neighborhoodId');
  return sorted(stated.map((key) => readDivisionId(member(given, key), at(path, key), context)));
}

function readDivisionId(given: unknown, path: string, { places, violations }: ParsingContext): number | undefined {
  if (typeof given !== 'number' || !Number.isSafeInteger(given) || given < 0) {
    return violations.add(
      path,
      `expects the id of a division, a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, got ${show(given)}`,
    );
  }
  if (places.knowsDivision?.(given) === false) return violations.add(path, `unknown division ${given}`);
  return given === 0 ? 0 : given; // -0 is 0
}

function sorted(ids: readonly (number | undefined)[]): readonly number[] {
  return [...new Set(ids.filter((id) => id !== undefined))].sort((a, b) => a - b);
}
