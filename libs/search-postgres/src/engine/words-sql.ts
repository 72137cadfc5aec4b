import type { Criteria, WordsCondition } from '@gable/domain/criteria';
import { isBeginning, needleOf, TEXT_FIELDS, type TextField } from '@gable/domain/words';
import { titleWord } from '@gable/persistence/listings';
import type { Bind } from './bind.js';

export interface WordsScope {
  readonly bind: Bind;
  /** Whether the table has the column `words`. */
  readonly hasWords: boolean;
  /** Whether the words of every row hold those of its title as such. */
  readonly hasTitleWords: boolean;
  /** The transaction before which the index of words has all rows (`WordIndexStore`); null where nobody knows. */
  readonly wordsWholeBefore: string | null;
}

/** Whether the index of words is asked for rows that lack a word. */
export function asksLackingWords({ conditions, children }: Criteria): boolean {
  return (
    conditions.some(
      (each) => each.kind === 'words' && each.none.length > 0 && asksWordIndex(each, { hasWords: true }),
    ) || children.some(asksLackingWords)
  );
}

type KnownWords = Pick<WordsScope, 'hasTitleWords'>;

/** What the index of words is asked beside words: sets of signs, of each of which a row has to have one. */
export type Within = readonly (readonly string[])[];

/**
 * A condition on words. The index of `words` finds the listings that have them somewhere, or in the title; where that
 * does not say enough (a phrase, or the description alone) or the table has no such column, the folded text decides.
 *
 * `within` is part of the question to the index of words, where there is one (`asksWordIndex`): PostgreSQL would not
 * lay it over another index, because it takes looking at a row's words for free, though they lie outside of the row.
 */
export function wordsSql(condition: WordsCondition, scope: WordsScope, within: Within = []): string {
  const { all, any, none, in: fields } = condition;
  const { bind } = scope;
  const isWhole = isWholeIn(fields, scope);
  const queryOf = queryIn(fields, scope);
  const isAsked = asksWordIndex(condition, scope);
  const excluded = isAsked ? none.filter(isWhole) : [];
  const others = none.filter((entry) => !excluded.includes(entry));
  const lacking = oneOf(excluded.map(queryOf));
  const query = [
    ...all.map(queryOf),
    ...oneOf((any ?? []).map(queryOf)),
    ...lacking.map((words) => `!${words}`),
    ...within.flatMap((signs) => oneOf(signs.map((sign) => `'${sign}'`))),
  ].join(' & ');
  const open = scope.hasWords ? all.filter((entry) => !isWhole(entry)) : all;
  return [
    ...(isAsked ? [`l.words @@ ${bind(query)}::tsquery`] : []),
    ...lacking.map((words) => lacksSql(words, scope)),
    ...(open.length > 0 ? [textsSql(open, 'and', fields, bind)] : []),
    ...(any !== null && !(scope.hasWords && any.every(isWhole)) ? [textsSql(any, 'or', fields, bind)] : []),
    ...(others.length > 0 ? [`(${occurs(others, fields, scope)}) is not true`] : []),
  ].join(' and ');
}

/** Whether only listings with some word meet a condition, and the index of words finds them. */
export function asksWordIndex({ all, any }: WordsCondition, { hasWords }: Pick<WordsScope, 'hasWords'>): boolean {
  return hasWords && (any !== null || all.length > 0);
}

/** Whether the index of words alone decides a condition, so that looking into a part of the store reads no texts. */
export function isDecidedByIndex({ all, any, none, in: fields }: WordsCondition, known: KnownWords): boolean {
  return [...all, ...(any ?? []), ...none].every(isWholeIn(fields, known));
}

/** Whether texts have to be read to answer criteria. */
export function readsTexts({ conditions, children }: Criteria, known: KnownWords): boolean {
  return (
    conditions.some((each) => each.kind === 'words' && !isDecidedByIndex(each, known)) ||
    children.some((child) => readsTexts(child, known))
  );
}

/** Whether words are asked for in titles alone. */
export function asksTitleWords({ conditions, children }: Criteria): boolean {
  return conditions.some((each) => each.kind === 'words' && isTitle(each.in)) || children.some(asksTitleWords);
}

/** Whether the words of a listing say all about an entry. */
const isWholeIn =
  (fields: readonly TextField[], { hasTitleWords }: KnownWords) =>
  (entry: string): boolean =>
    (fields.length === TEXT_FIELDS.length || (hasTitleWords && isTitle(fields))) && !entry.includes(' ');

const isTitle = (fields: readonly TextField[]): boolean => fields.length === 1 && fields[0] === 'title';

/**
 * That the index of words is right about words that a row lacks. While it sorts a row in, word by word, it may have one
 * of its words and not yet another: of rows that may be on their way, the row decides.
 */
function lacksSql(words: string, { bind, wordsWholeBefore }: WordsScope): string {
  const row = `(l.words @@ ${bind(words)}::tsquery) is not true`;
  return wordsWholeBefore === null ? row : `(age(l.xmin) > (select age(${bind(wordsWholeBefore)}::xid)) or ${row})`;
}

/** That one of the entries occurs. */
function occurs(entries: readonly string[], fields: readonly TextField[], scope: WordsScope): string {
  const { bind, hasWords } = scope;
  if (!hasWords) return textsSql(entries, 'or', fields, bind);
  const found = `l.words @@ ${bind(entries.map(queryIn(fields, scope)).join(' | '))}::tsquery`;
  return entries.every(isWholeIn(fields, scope)) ? found : `${found} and ${textsSql(entries, 'or', fields, bind)}`;
}

function textsSql(
  entries: readonly string[],
  operator: 'and' | 'or',
  fields: readonly TextField[],
  bind: Bind,
): string {
  const said = entries.map((entry) => `strpos(${textSql(fields)}, ${bind(needleOf(entry))}) > 0`);
  return `(${said.join(` ${operator} `)})`;
}

function textSql(fields: readonly TextField[]): string {
  if (fields.length === TEXT_FIELDS.length) return 'l.folded_text';
  return `split_part(l.folded_text, '|', ${TEXT_FIELDS.indexOf(fields[0]!) + 1})`;
}

/**
 * How the index of words is asked for entries in these texts. Letters, digits and a sign alone: quoted, nothing of them
 * can be read as an operator.
 */
function queryIn(fields: readonly TextField[], { hasTitleWords }: KnownWords): (entry: string) => string {
  const stored = hasTitleWords && isTitle(fields) ? titleWord : (word: string) => word;
  return (entry) => {
    if (isBeginning(entry)) return `'${stored(entry.slice(0, -1))}':*`;
    const words = entry.split(' ').map((word) => `'${stored(word)}'`);
    return words.length === 1 ? words[0]! : `(${words.join(' & ')})`;
  };
}

const oneOf = (queries: readonly string[]): string[] =>
  queries.length === 0 ? [] : [queries.length === 1 ? queries[0]! : `(${queries.join(' | ')})`];
