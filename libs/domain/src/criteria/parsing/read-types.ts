import { at, filledMember, member, readList, readObject, refuseUnknownKeys, show } from '../../parsing/json.js';
import { explainUnknownWord } from '../../parsing/suggest.js';
import { propertyTypeCode, propertyTypeOf } from '../../values/property-type.js';
import { PROPERTY_TYPES, type PropertyType, TRANSACTION_TYPES, type TransactionType } from '../../values/vocabulary.js';
import type { PropertyTypeCondition, TransactionTypeCondition } from '../criteria.js';
import type { ParsingContext } from './parsing-context.js';

const TRANSACTION_KEYS: ReadonlySet<string> = new Set(['value', 'included']);
const PROPERTY_KEYS: ReadonlySet<string> = new Set(['included', 'excluded']);

/** Reads `{value}`, or ours for several: `{included}`. */
export function readTransactionType(
  given: unknown,
  path: string,
  context: ParsingContext,
): TransactionTypeCondition | undefined {
  const object = readObject(given, path, '{"value": "SELL"}', context.violations);
  if (object === undefined) return undefined;
  refuseUnknownKeys(object, TRANSACTION_KEYS, path, context.violations);
  const value = member(object, 'value');
  const included = member(object, 'included');
  if (value !== undefined && included !== undefined)
    context.violations.add(at(path, 'included'), 'says the same as value; give only one of them');
  if (value !== undefined) return transactionTypes([readTransactionWord(value, at(path, 'value'), context)]);
  return transactionTypes(readEach(included, at(path, 'included'), context, readTransactionWord));
}

/** Reads one transaction type or a list of them (classic filters). */
export function readTransactionTypes(
  given: unknown,
  path: string,
  context: ParsingContext,
): TransactionTypeCondition | undefined {
  if (given === undefined) return undefined;
  if (Array.isArray(given)) return transactionTypes(readEach(given, path, context, readTransactionWord));
  return transactionTypes([readTransactionWord(given, path, context)]);
}

/** Reads `{included, excluded}`. */
export function readPropertyType(
  given: unknown,
  path: string,
  context: ParsingContext,
): PropertyTypeCondition | undefined {
  const object = readObject(given, path, '{"included": ["FLAT"]}', context.violations);
  if (object === undefined) return undefined;
  refuseUnknownKeys(object, PROPERTY_KEYS, path, context.violations);
  const included = readPropertyTypeList(member(object, 'included'), at(path, 'included'), context);
  const excluded = readPropertyTypeList(filledMember(object, 'excluded'), at(path, 'excluded'), context);
  return included === null && excluded === null ? undefined : { kind: 'propertyType', included, excluded };
}

/**
 * Reads a list of property types by name, alias or integer, in the order of their integers; null when absent or
 * wrong.
 */
export function readPropertyTypeList(
  given: unknown,
  path: string,
  context: ParsingContext,
): readonly PropertyType[] | null {
  const types = readEach(given, path, context, readPropertyTypeWord);
  return types.length === 0 ? null : [...new Set(types)].sort((a, b) => propertyTypeCode(a) - propertyTypeCode(b));
}

function readEach<T>(
  given: unknown,
  path: string,
  context: ParsingContext,
  read: (entry: unknown, path: string, context: ParsingContext) => T | undefined,
): T[] {
  const list = readList(given, path, context.limits.maxSetSize, context.violations) ?? [];
  return list.map((entry, place) => read(entry, `${path}[${place}]`, context)).filter((entry) => entry !== undefined);
}

function readTransactionWord(
  given: unknown,
  path: string,
  { violations }: ParsingContext,
): TransactionType | undefined {
  const known = TRANSACTION_TYPES.find((type) => type === given);
  if (known !== undefined) return known;
  const explanation =
    typeof given === 'string'
      ? explainUnknownWord(given, TRANSACTION_TYPES)
      : `expects one of ${TRANSACTION_TYPES.join(', ')}, got ${show(given)}`;
  return violations.add(path, explanation);
}

function readPropertyTypeWord(given: unknown, path: string, { violations }: ParsingContext): PropertyType | undefined {
  const known = propertyTypeOf(given);
  if (known !== undefined) return known;
  if (typeof given === 'string') return violations.add(path, explainUnknownWord(given, PROPERTY_TYPES));
  return violations.add(
    path,
    `expects a property type by name or by integer from 0 to ${PROPERTY_TYPES.length - 1}, got ${show(given)}`,
  );
}

function transactionTypes(found: readonly (TransactionType | undefined)[]): TransactionTypeCondition | undefined {
  const included = TRANSACTION_TYPES.filter((type) => found.includes(type));
  return included.length === 0 ? undefined : { kind: 'transactionType', included };
}
