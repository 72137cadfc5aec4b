import type { WordsCondition } from '@gable/domain/criteria';
import { isBeginning, needleOf, TEXT_FIELDS, type TextField } from '@gable/domain/words';
import type { Bind } from './bind.js';

/**
 * A condition on words. The index of `words` finds the listings that have them somewhere; where that does not say
 * enough (a phrase, or one of the two texts), the folded text decides.
 */
export function wordsSql({ all, any, none, in: fields }: WordsCondition, bind: Bind): string {
  return [
    ...(all.length === 0 ? [] : [entriesSql(all, 'and', fields, bind)]),
    ...(any === null ? [] : [entriesSql(any, 'or', fields, bind)]),
    ...(none.length === 0 ? [] : [`(${entriesSql(none, 'or', fields, bind)}) is not true`]),
  ].join(' and ');
}

function entriesSql(
  entries: readonly string[],
  operator: 'and' | 'or',
  fields: readonly TextField[],
  bind: Bind,
): string {
  const query = entries.map(queryOf).join(operator === 'and' ? ' & ' : ' | ');
  const found = `l.words @@ ${bind(query)}::tsquery`;
  const isWhole = (entry: string): boolean => fields.length === TEXT_FIELDS.length && !entry.includes(' ');
  // Of several that must all hold, those words that the index has decided need no second look.
  const open = operator === 'and' ? entries.filter((entry) => !isWhole(entry)) : entries;
  if (open.every(isWhole)) return found;
  const inText = open.map((entry) => `strpos(${textSql(fields)}, ${bind(needleOf(entry))}) > 0`);
  return `${found} and (${inText.join(` ${operator} `)})`;
}

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
