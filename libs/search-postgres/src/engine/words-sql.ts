import type { WordsCondition } from '@gable/domain/criteria';
import { isBeginning, needleOf, TEXT_FIELDS, type TextField } from '@gable/domain/words';
import { placeWord } from '@gable/persistence/listings';
import type { Bind } from './bind.js';

export interface WordsScope {
  readonly bind: Bind;
  /** Whether the table has the column `words`. */
  readonly hasWords: boolean;
}

/**
 * A condition on words. The index of `words` finds the listings that have them somewhere; where that does not say
 * enough (a phrase, or one of the two texts) or the table has no such column, the folded text decides.
 *
 * `divisions`: the listing has to lie in one of these as well. The index of words says so, where the condition needs a
 * word (`needsWord`): PostgreSQL would not lay it over that of a city, because it takes looking at a row's words for
 * free, though they lie outside of the row.
 */
export function wordsSql(
  { all, any, none, in: fields }: WordsCondition,
  { bind, hasWords }: WordsScope,
  divisions: readonly number[] | null = null,
): string {
  const entriesSql = hasWords ? foundAndRead : inTexts;
  return [
    ...(all.length === 0 ? [] : [entriesSql({ entries: all, operator: 'and', fields, divisions }, bind)]),
    ...(any === null ? [] : [entriesSql({ entries: any, operator: 'or', fields, divisions }, bind)]),
    ...(none.length === 0
      ? []
      : [`(${entriesSql({ entries: none, operator: 'or', fields, divisions: null }, bind)}) is not true`]),
  ].join(' and ');
}

/** Whether only listings with some word meet a condition. */
export function needsWord({ all, any }: WordsCondition): boolean {
  return all.length > 0 || any !== null;
}

interface Entries {
  readonly entries: readonly string[];
  readonly operator: 'and' | 'or';
  readonly fields: readonly TextField[];
  readonly divisions: readonly number[] | null;
}
type EntriesSql = (asked: Entries, bind: Bind) => string;

const foundAndRead: EntriesSql = ({ entries, operator, fields, divisions }, bind) => {
  const words = entries.map(queryOf).join(operator === 'and' ? ' & ' : ' | ');
  const places = divisions?.map((id) => `'${placeWord(id)}'`).join(' | ');
  const found = `l.words @@ ${bind(places === undefined ? words : `(${words}) & (${places})`)}::tsquery`;
  const isWhole = (entry: string): boolean => fields.length === TEXT_FIELDS.length && !entry.includes(' ');
  // Of several that must all hold, those words that the index has decided need no second look.
  const open = operator === 'and' ? entries.filter((entry) => !isWhole(entry)) : entries;
  if (open.every(isWhole)) return found;
  return `${found} and ${inTexts({ entries: open, operator, fields, divisions }, bind)}`;
};

const inTexts: EntriesSql = ({ entries, operator, fields }, bind) =>
  `(${entries.map((entry) => `strpos(${textSql(fields)}, ${bind(needleOf(entry))}) > 0`).join(` ${operator} `)})`;

/** Letters and digits alone: quoted, nothing of them can be read as an operator. */
function queryOf(entry: string): string {
  if (isBeginning(entry)) return `'${entry.slice(0, -1)}':*`;
  return `(${entry
    .split(' ')
    .map((word) => `'${word}'`)
    .join(' & ')})`;
}

function textSql(fields: readonly TextField[]): string {
  if (fields.length === TEXT_FIELDS.length) return 'l.folded_text';
  return `split_part(l.folded_text, '|', ${TEXT_FIELDS.indexOf(fields[0]!) + 1})`;
}
