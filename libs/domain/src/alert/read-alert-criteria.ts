import { ANY_LISTING } from '../criteria/criteria-node.js';
import type { Criteria } from '../criteria/criteria.js';
import { CLASSIC_KEYS } from '../criteria/parsing/known-names.js';
import { parseCriteria } from '../criteria/parsing/parse-criteria.js';
import { type JsonObject, member, show } from '../parsing/json.js';
import type { ViolationList } from '../parsing/violations.js';
import type { AlertContext, AlertDraft, AlertSearchMode } from './alert-draft.js';

/** The part of an alert that says which listings it is about. */
type AlertCriteria = Pick<AlertDraft, 'searchMode' | 'classicFilters' | 'criteria'>;

/**
 * Reads `searchMode` and `criteria` or the classic filters. `current` is the alert that is changed, null for a new
 * one.
 */
export function readAlertCriteria(
  body: JsonObject,
  context: AlertContext,
  current: AlertCriteria | null,
  violations: ViolationList,
): AlertCriteria {
  const mode = readMode(body, current, violations);
  if (mode === 'classic') return readClassicCriteria(body, context, current, violations);
  if (mode === 'advanced') return readAdvancedCriteria(body, context, current, violations);
  const { searchMode, classicFilters, criteria } = current ?? {
    searchMode: 'advanced' as const,
    classicFilters: null,
    criteria: ANY_LISTING,
  };
  return { searchMode, classicFilters, criteria };
}

/** The mode that the caller names or implies; undefined where neither, or where it is invalid. */
function readMode(
  body: JsonObject,
  current: AlertCriteria | null,
  violations: ViolationList,
): AlertSearchMode | undefined {
  const given = member(body, 'searchMode');
  if (given === 'advanced' || given === 'classic') return given;
  if (given !== undefined) return violations.add('searchMode', `expects advanced or classic, got ${show(given)}`);
  if (member(body, 'criteria') !== undefined || (current !== null && Object.hasOwn(body, 'criteria')))
    return 'advanced';
  // On an alert without classic filters a null clears nothing; on one that has them it is a change like any other.
  const filters = Object.keys(body).filter(
    (key) => CLASSIC_KEYS.has(key) && (body[key] !== null || current?.searchMode === 'classic'),
  );
  for (const key of filters) violations.add(key, 'is a filter of classic mode; add searchMode "classic" to the body');
  return current === null && filters.length === 0 ? 'advanced' : undefined;
}

function readAdvancedCriteria(
  body: JsonObject,
  { limits, places }: AlertContext,
  current: AlertCriteria | null,
  violations: ViolationList,
): AlertCriteria {
  for (const key of Object.keys(body)) {
    if (CLASSIC_KEYS.has(key) && body[key] !== null)
      violations.add(key, 'is a filter of searchMode "classic"; in advanced mode conditions stand inside criteria');
  }
  const given = member(body, 'criteria');
  if (given === undefined) {
    const stays = current !== null && !Object.hasOwn(body, 'criteria');
    if (!stays)
      violations.add(
        'criteria',
        `${current === null ? 'is missing' : 'cannot be cleared'}; an alert needs it, and {} is met by every listing`,
      );
    return { searchMode: 'advanced', classicFilters: null, criteria: stays ? current.criteria : ANY_LISTING };
  }
  return {
    searchMode: 'advanced',
    classicFilters: null,
    criteria: take(parseCriteria(given, { mode: 'advanced', path: 'criteria', limits, places }), violations),
  };
}

/**
 * A classic alert's filters are fields like any other: one left out stays, null clears it. `criteria` is the
 * answer's, and not read.
 */
function readClassicCriteria(
  body: JsonObject,
  { limits, places }: AlertContext,
  current: AlertCriteria | null,
  violations: ViolationList,
): AlertCriteria {
  const given = Object.entries(body).filter(([key]) => CLASSIC_KEYS.has(key));
  const namesNoFilter = given.every(([, value]) => value === null);
  if (current !== null && current.searchMode === 'advanced' && namesNoFilter) {
    // The tree would be lost and every listing would match.
    violations.add('searchMode', 'turns this alert from advanced to classic, which takes at least one filter');
  }
  if (current === null && namesNoFilter && asksForSomething(member(body, 'criteria'))) {
    violations.add(
      'criteria',
      'is read-only in classic mode, where nothing would be left of it; give classic filters, or searchMode "advanced"',
    );
  }
  const merged = Object.entries({ ...current?.classicFilters, ...Object.fromEntries(given) }).filter(
    ([, value]) => value !== null,
  );
  const classicFilters = Object.freeze(Object.fromEntries(merged));
  return {
    searchMode: 'classic',
    classicFilters,
    criteria: take(parseCriteria(classicFilters, { mode: 'classic', path: '', limits, places }), violations),
  };
}

/** Whether a tree asks for more than "every listing"; a tree with violations does. */
function asksForSomething(criteria: unknown): boolean {
  if (criteria === undefined || criteria === null) return false;
  const parsed = parseCriteria(criteria, { mode: 'advanced', path: 'criteria' });
  return !parsed.ok || parsed.value.conditions.length + parsed.value.children.length > 0;
}

function take(parsed: ReturnType<typeof parseCriteria>, violations: ViolationList): Criteria {
  if (parsed.ok) return parsed.value;
  for (const { propertyPath, message } of parsed.violations) violations.add(propertyPath, message);
  return ANY_LISTING;
}
