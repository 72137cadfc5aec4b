import {
  at,
  filledMember,
  isJsonObject,
  type JsonObject,
  member,
  readBoolean,
  readList,
  readObject,
  refuseUnknownKeys,
  show,
} from '../../parsing/json.js';
import { explainUnknownWord } from '../../parsing/suggest.js';
import type { ViolationList } from '../../parsing/violations.js';
import { isCurrency } from '../../values/currency.js';
import { LIST_FIELDS, type ListCondition, type ListField } from '../criteria.js';
import { LIST_FIELD_TABLE, type ListEntry, type ListPath } from '../list-fields.js';
import type { ParsingContext } from './parsing-context.js';

const LIST_KEYS: ReadonlySet<string> = new Set(['included', 'excluded', 'allowNull']);
const RANKED_KEYS: ReadonlySet<string> = new Set([...LIST_KEYS, 'max']);

/** Reads every list of a node. Groups of the wrong type and their unknown keys are refused where groups are read. */
export function readLists(node: JsonObject, path: string, context: ParsingContext): ListCondition[] {
  return LIST_FIELDS.flatMap((field) => {
    const { path: listPath } = LIST_FIELD_TABLE[field];
    const given = look(listPath, node);
    if (given === undefined) return [];
    const condition = readListField(field, given, listPath.reduce(at, path), context);
    return condition === undefined ? [] : [condition];
  });
}

function look([head, inner]: ListPath, node: JsonObject): unknown {
  const value = member(node, head);
  if (inner === undefined) return value;
  return isJsonObject(value) ? member(value, inner) : undefined;
}

/** Reads `{included, excluded, allowNull}`, of ratings also `max`. Neither list is no condition. */
function readListField(
  field: ListField,
  given: unknown,
  path: string,
  context: ParsingContext,
): ListCondition | undefined {
  const { violations } = context;
  const { entry } = LIST_FIELD_TABLE[field];
  const ranked = entry.kind === 'word' && entry.isRanked ? entry.words : undefined;
  const object = readObject(given, path, `{"included": ["${exampleOf(entry)}"]}`, violations);
  if (object === undefined) return undefined;
  refuseUnknownKeys(object, ranked ? RANKED_KEYS : LIST_KEYS, path, violations);
  const [stated, worst] = [member(object, 'included'), ranked && member(object, 'max')];
  if (stated !== undefined && worst !== undefined)
    violations.add(at(path, 'max'), 'says what included says; give only one of them');
  const included =
    ranked && worst !== undefined
      ? readDownTo(ranked, worst, at(path, 'max'), violations)
      : readEntries(entry, stated, at(path, 'included'), context);
  const excluded = readEntries(entry, filledMember(object, 'excluded'), at(path, 'excluded'), context);
  const allowNull = readBoolean(member(object, 'allowNull'), at(path, 'allowNull'), violations) ?? false;
  if (included === null && excluded === null) return undefined;
  return { kind: 'list', field, included, excluded, allowNull: allowNull && included !== null };
}

/** All words down to the worst that is in. */
function readDownTo(
  words: readonly string[],
  given: unknown,
  path: string,
  violations: ViolationList,
): readonly string[] | null {
  const word = readWord(words, given, path, violations);
  return word === undefined ? null : words.slice(0, words.indexOf(word) + 1);
}

/** The entries in one order, each once: words in that of their list, others by their characters. */
function readEntries(
  entry: ListEntry,
  given: unknown,
  path: string,
  context: ParsingContext,
): readonly string[] | null {
  const list = readList(given, path, context.limits.maxSetSize, context.violations) ?? [];
  const found = new Set(list.map((value, place) => readEntry(entry, value, `${path}[${place}]`, context)));
  found.delete(undefined);
  if (found.size === 0) return null;
  if (entry.kind === 'word') return entry.words.filter((word) => found.has(word));
  return ([...found] as string[]).sort();
}

function readEntry(
  entry: ListEntry,
  given: unknown,
  path: string,
  { places, violations }: ParsingContext,
): string | undefined {
  switch (entry.kind) {
    case 'word':
      return readWord(entry.words, given, path, violations);
    case 'currency':
      return isCurrency(given)
        ? given
        : violations.add(path, `expects an ISO 4217 code such as "EUR", got ${show(given)}`);
    case 'source':
      return readSource(given, path, places.source ?? knownId, violations);
    case 'postalCode':
      return readPostalCode(given, path, violations);
  }
}

function readWord(
  words: readonly string[],
  given: unknown,
  path: string,
  violations: ViolationList,
): string | undefined {
  const known = words.find((word) => word === given);
  if (known !== undefined) return known;
  return violations.add(
    path,
    typeof given === 'string'
      ? explainUnknownWord(given, words)
      : `expects one of ${words.join(', ')}, got ${show(given)}`,
  );
}

/** What a caller may call a source, in the one spelling it is looked up in; undefined for what no source is called. */
export function sourceNameOf(given: unknown): string | undefined {
  return typeof given === 'string' && SOURCE.test(given) ? given.toLowerCase() : undefined;
}

/** As long as a host name, without what no name of a source holds and no database takes. */
const SOURCE = /^[^\p{Cc}\p{Cs}]{0,253}$/u;

function readSource(
  given: unknown,
  path: string,
  find: (name: string) => string | undefined,
  violations: ViolationList,
): string | undefined {
  const name = sourceNameOf(given);
  if (name === undefined) return violations.add(path, `expects the domain or the id of a source, got ${show(given)}`);
  return find(name) ?? violations.add(path, `unknown source ${show(given).slice(1, -1)}`);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const knownId = (name: string): string | undefined => (UUID.test(name) ? name : undefined);

/** As long as a feed's, with a star behind it where it is a beginning. */
const POSTAL_CODE = /^[^\p{Cc}\p{Cs}*]{1,20}\*?$/u;

function readPostalCode(given: unknown, path: string, violations: ViolationList): string | undefined {
  if (typeof given === 'string' && POSTAL_CODE.test(given)) return given;
  return violations.add(
    path,
    `expects a postal code such as "75011" or the beginning of some such as "75*", got ${show(given)}`,
  );
}

function exampleOf(entry: ListEntry): string {
  if (entry.kind === 'word') return entry.words[0]!;
  return { source: 'example.com', currency: 'EUR', postalCode: '75*' }[entry.kind];
}
