import { nearestName, type Parsed, type Violation } from '@gable/domain/criteria';
import { isAttribute } from '@gable/domain/listing';
import { LISTING_VIEW_FIELDS, MERGED_VIEW_FIELDS, PROPERTY_VIEW_FIELDS, type ViewField } from '@gable/domain/property';

/** The members of an answer: true for one that is given as it is, an object for one whose own members have names. */
export interface AnswerMembers {
  readonly [name: string]: true | AnswerMembers;
}

/** What a caller wants of an answer; undefined for all of it. */
export type FieldChoice = AnswerMembers | undefined;

/** Names in one list of fields. */
export const MOST_FIELDS = 200;

const LISTING = membersOf(LISTING_VIEW_FIELDS);
const PROPERTY = { ...membersOf(PROPERTY_VIEW_FIELDS), listings: LISTING };
/** What `highlight` adds to the listings of a search. */
export const HIGHLIGHT = 'listings.highlight';
/** `distanceMeters` is there in the order by distance alone. */
const FOUND_PROPERTY = {
  ...PROPERTY,
  ...plain('distanceMeters'),
  listings: { ...LISTING, highlight: plain('title', 'description') },
};
const PROPERTY_RECORD = { ...PROPERTY, merged: membersOf(MERGED_VIEW_FIELDS), expired: LISTING };
const EVENT = {
  ...plain('id', 'alert', 'propertyId', 'listingId', 'eventType', 'revisionId', 'createdAt', 'updatedAt'),
  change: plain('attribute', 'old', 'new', 'variationPercent'),
  listing: LISTING,
};

/** What `fields` may name in each kind of answer. */
export const ANSWERS = {
  property: FOUND_PROPERTY,
  propertyRecord: PROPERTY_RECORD,
  listingState: { ...LISTING, ...plain('propertyId', 'revisionId', 'status', 'observedAt', 'recordedAt') },
  event: EVENT,
  eventRecord: { ...EVENT, property: PROPERTY_RECORD },
} satisfies Record<string, AnswerMembers>;

function plain(...names: string[]): AnswerMembers {
  return Object.fromEntries(names.map((name) => [name, true]));
}

function membersOf(fields: Readonly<Record<string, ViewField>>): AnswerMembers {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { holds }]) => [name, isAttribute(holds) || plain(...Object.keys(holds))]),
  );
}

/**
 * Reads the names of fields, with dots where they stand inside an object or a list of them (`listings.energy.dpe`). A
 * name of a listing's field may stand alone where the answer has none of that name. `pathOf` says where each name was
 * given.
 */
export function readFields(
  names: readonly unknown[],
  members: AnswerMembers,
  pathOf: (index: number) => string,
): Parsed<FieldChoice> {
  const choice: Record<string, true | AnswerMembers> = {};
  const violations: Violation[] = [];
  names.forEach((name, index) => {
    const steps = typeof name === 'string' ? stepsTo(name, members) : null;
    if (steps === null) violations.push({ propertyPath: pathOf(index), message: refusal(name, members) });
    else choose(choice, steps);
  });
  return violations.length > 0 ? { ok: false, violations } : { ok: true, value: choice };
}

/** The members of the answer that were chosen, in their order; of a list those of each item. */
export function trim<T>(answer: T, choice: FieldChoice): Partial<T> {
  return choice === undefined ? answer : (chosen(answer, choice) as Partial<T>);
}

function chosen(value: unknown, choice: AnswerMembers): unknown {
  if (Array.isArray(value)) return value.map((item) => chosen(item, choice));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const wanted = Object.hasOwn(choice, name) ? choice[name] : undefined;
      if (wanted === undefined) return [];
      return [[name, wanted === true ? member : chosen(member, wanted)]];
    }),
  );
}

/** Where the answer has the name; null where it has none such. */
function stepsTo(name: string, members: AnswerMembers): string[] | null {
  const steps = name.split('.');
  if (isKnown(steps, members)) return steps;
  const inListings = ['listings', ...steps];
  return isKnown(inListings, members) ? inListings : null;
}

function isKnown(steps: readonly string[], members: AnswerMembers): boolean {
  let at: true | AnswerMembers = members;
  for (const step of steps) {
    if (at === true || !Object.hasOwn(at, step)) return false;
    at = at[step]!;
  }
  return true;
}

/** Adds a name to what was chosen before: a member that is wanted whole stays whole. */
function choose(choice: Record<string, true | AnswerMembers>, [step, ...rest]: readonly string[]): void {
  const before = choice[step!];
  if (rest.length === 0 || before === true) {
    choice[step!] = true;
    return;
  }
  const inside = { ...before };
  choose(inside, rest);
  choice[step!] = inside;
}

function refusal(name: unknown, members: AnswerMembers): string {
  if (typeof name !== 'string') return 'expects the name of a field of the response, a string';
  const known = namesOf(members);
  const nearest = name.length > 100 ? undefined : nearestName(name, known);
  const wrong = `${name.length > 100 ? 'this' : JSON.stringify(name)} is not a field of this response`;
  return nearest === undefined
    ? `${wrong}; there are: ${Object.keys(members).join(', ')}${ofListings(members)}`
    : `${wrong}; did you mean "${nearest}"?`;
}

function ofListings({ listings }: AnswerMembers): string {
  return typeof listings === 'object' ? `; and of listings: ${Object.keys(listings).join(', ')}` : '';
}

/** All names, with dots; those of listings also alone, as they may be given. */
function namesOf(members: AnswerMembers): string[] {
  const names = Object.entries(members).flatMap(([name, inside]): string[] =>
    inside === true ? [name] : [name, ...namesOf(inside).map((member) => `${name}.${member}`)],
  );
  const listings = members['listings'];
  return typeof listings === 'object' ? [...names, ...Object.keys(listings)] : names;
}
