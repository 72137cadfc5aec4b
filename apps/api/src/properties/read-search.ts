import { Injectable } from '@nestjs/common';
import {
  CLASSIC_KEYS,
  DEFAULT_CRITERIA_LIMITS,
  nearestName,
  parseCriteria,
  type Criteria,
  type CriteriaLimits,
  type Parsed,
  type Places,
  type Violation,
} from '@gable/domain/criteria';
import type { Sort } from '@gable/search';
import { CriteriaPlaces } from '../criteria/criteria-places.js';
import { ANSWERS, HIGHLIGHT, readFields, type FieldChoice } from '../fields/answer-fields.js';
import type { JsonObject } from '../http/json-body.js';
import { invalid, MAX_VIOLATIONS } from '../http/problem.js';
import { namesOf, readRepeated, unknownKey } from '../http/read-request.js';
import { readSort } from './read-sort.js';
import { LONGEST_CURSOR, PAGE_MODE_DEPTH, SearchSettings, type SearchRequest } from './search-request.js';

/** A search as the caller asked it, everything checked. */
export interface SearchQuestion {
  /** As sent: the bodies of the next and previous page repeat it. */
  readonly body: SearchRequest;
  readonly criteria: Criteria;
  readonly sort: Sort;
  readonly paging: PagePaging | CursorPaging;
  /** What of each property is answered. Another choice is the same search: a cursor goes on. */
  readonly fields: FieldChoice;
  /** Whether each listing says where the words of the criteria stand. */
  readonly highlight: boolean;
}

export interface PagePaging {
  readonly type: 'page';
  readonly page: number;
  readonly size: number;
}
/** `cursor` is null on the first request. */
export interface CursorPaging {
  readonly type: 'cursor';
  readonly size: number;
  readonly cursor: string | null;
}

/** Reads the body of a search. */
@Injectable()
export class SearchReader {
  constructor(private readonly places: CriteriaPlaces) {}

  /** @throws Problem validation-failed with everything that is wrong */
  async read(body: SearchRequest, accountId: string): Promise<SearchQuestion> {
    const read = await this.places.consult(accountId, body.criteria, (places) =>
      readSearch(body, places, this.places.limits),
    );
    if (!read.ok) throw invalid(read.violations);
    return read.value;
  }
}

/** The pure part: a body, and what is known about places, to a question or violations. */
export function readSearch(
  body: SearchRequest,
  places: Places,
  limits: CriteriaLimits = DEFAULT_CRITERIA_LIMITS,
): Parsed<SearchQuestion> {
  const { settings: given, criteria: givenCriteria, rest } = split(body);
  const settings = readSettings(given);
  const paging = settings.ok ? readPaging(settings.value) : settings;
  const fields = readChoice(settings);
  const criteria =
    given.searchMode === 'advanced'
      ? readAdvanced(givenCriteria, rest, { places, limits })
      : readClassic(givenCriteria, rest, { places, limits });
  const sort = readSort(given.sort, criteria.ok ? criteria.value : undefined);
  if (settings.ok && sort.ok && paging.ok && criteria.ok && fields.ok) {
    return {
      ok: true,
      value: {
        body,
        criteria: criteria.value,
        sort: sort.value,
        paging: paging.value,
        fields: fields.value,
        highlight: settings.value.highlight,
      },
    };
  }
  return {
    ok: false,
    violations: [paging, fields, sort, criteria].flatMap((part) => (part.ok ? [] : part.violations)),
  };
}

/** No cursor comes twice, and all are judged alike: by their length. */
function readSettings(given: JsonObject): Parsed<Readonly<SearchSettings>> {
  const { cursor } = given;
  if (typeof cursor !== 'string' || cursor.length > LONGEST_CURSOR) return readRepeated(SearchSettings, given);
  const read = readRepeated(SearchSettings, { ...given, cursor: '' });
  return read.ok ? { ok: true, value: { ...read.value, cursor } } : read;
}

/** What is wrong with the settings is said once, beside the paging. */
function readChoice(settings: Parsed<Readonly<SearchSettings>>): Parsed<FieldChoice> {
  if (!settings.ok || settings.value.fields === undefined) return { ok: true, value: undefined };
  const { fields, highlight } = settings.value;
  return readFields(highlight ? [...fields, HIGHLIGHT] : fields, ANSWERS.property, (index) => `fields[${index}]`);
}

interface ReadingContext {
  readonly places: Places;
  readonly limits: CriteriaLimits;
}

const SETTING_KEYS = namesOf(SearchSettings);
const SETTINGS: ReadonlySet<string> = new Set(SETTING_KEYS);

function split(body: SearchRequest): { settings: JsonObject; criteria: unknown; rest: JsonObject } {
  const { criteria } = body;
  const settings: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    if (SETTINGS.has(key)) settings[key] = value;
    else if (key !== 'criteria') rest[key] = value;
  }
  return { settings, criteria, rest };
}

function readPaging({
  paginationType,
  page,
  size,
  cursor,
}: Readonly<SearchSettings>): Parsed<PagePaging | CursorPaging> {
  if (paginationType === 'cursor') {
    if (page !== undefined) return wrong('page', 'belongs to paginationType "page"; cursor mode continues with cursor');
    return { ok: true, value: { type: 'cursor', size, cursor: cursor ?? null } };
  }
  if (cursor !== undefined) return wrong('cursor', 'belongs to paginationType "cursor"');
  if ((page ?? 1) * size > PAGE_MODE_DEPTH) {
    return wrong(
      'page',
      `reaches beyond ${PAGE_MODE_DEPTH} results (page × size); use paginationType "cursor" to go further`,
    );
  }
  return { ok: true, value: { type: 'page', page: page ?? 1, size } };
}

function readAdvanced(criteria: unknown, rest: JsonObject, context: ReadingContext): Parsed<Criteria> {
  const strays = Object.keys(rest)
    .slice(0, MAX_VIOLATIONS)
    .map((key) =>
      CLASSIC_KEYS.has(key)
        ? {
            propertyPath: key,
            message: 'is a filter of searchMode "classic"; in advanced mode conditions stand inside criteria',
          }
        : strayKey(key, ['criteria', ...SETTING_KEYS]),
    );
  const parsed =
    criteria === undefined || criteria === null
      ? wrong('criteria', 'is missing; advanced mode needs it, and {} finds everything')
      : parseCriteria(criteria, { mode: 'advanced', path: 'criteria', ...context });
  return withStrays(strays, parsed);
}

/**
 * The domain knows the names of filters and suggests them; what is rather a misspelt name of a setting is answered
 * here.
 */
function readClassic(criteria: unknown, rest: JsonObject, context: ReadingContext): Parsed<Criteria> {
  const unknown = Object.keys(rest)
    .filter((key) => !CLASSIC_KEYS.has(key))
    .slice(0, MAX_VIOLATIONS);
  const strays = unknown.filter(
    (key) =>
      meantSetting(key) !== undefined ||
      SETTING_KEYS.includes(nearestName(key, [...CLASSIC_KEYS, ...SETTING_KEYS]) ?? ''),
  );
  const filters =
    strays.length === 0 ? rest : Object.fromEntries(Object.entries(rest).filter(([key]) => !strays.includes(key)));
  const given = criteria === undefined || criteria === null ? filters : { ...filters, criteria };
  return withStrays(
    strays.map((key) => strayKey(key, SETTING_KEYS)),
    parseCriteria(given, { mode: 'classic', path: '', ...context }),
  );
}

/** What other interfaces call the settings of a search, in lower case without signs. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  sort: ['order', 'orderby', 'sortby', 'sorting', 'ordering', 'orderings'],
  size: ['limit', 'pagesize', 'perpage', 'itemsperpage', 'count', 'first'],
  page: ['offset', 'skip', 'pagenumber'],
  cursor: ['after', 'searchafter', 'pitid', 'nextcursor', 'pagetoken'],
  fields: ['select', 'include', 'includes', 'attributes', 'projection'],
};

function meantSetting(key: string): string | undefined {
  const plain = key.toLowerCase().replace(/[^a-z]/g, '');
  return Object.keys(OTHER_NAMES).find((setting) => OTHER_NAMES[setting]!.includes(plain));
}

function strayKey(key: string, known: readonly string[]): Violation {
  const meant = meantSetting(key);
  return meant === undefined
    ? unknownKey(key, known, '')
    : { propertyPath: key, message: `is unknown; did you mean "${meant}"?` };
}

function withStrays(strays: readonly Violation[], parsed: Parsed<Criteria>): Parsed<Criteria> {
  return strays.length === 0 ? parsed : { ok: false, violations: [...strays, ...(parsed.ok ? [] : parsed.violations)] };
}

function wrong(propertyPath: string, message: string): { ok: false; violations: Violation[] } {
  return { ok: false, violations: [{ propertyPath, message }] };
}
