import { at, filledMember, member, readList, readObject, refuseUnknownKeys, show } from '../../parsing/json.js';
import { explainUnknownWord } from '../../parsing/suggest.js';
import { wordsOf } from '../../words/fold-text.js';
import { LONGEST_WORD } from '../../words/fold-units.js';
import { TEXT_FIELDS, type TextField } from '../../words/listing-words.js';
import type { WordsCondition } from '../criteria.js';
import { MOST_WORD_ENTRIES, type ParsingContext } from './parsing-context.js';

const KEYS: ReadonlySet<string> = new Set(['all', 'any', 'none', 'in']);
/** Words of a phrase. */
const LONGEST_PHRASE = 8;
/** Letters before a star: shorter beginnings say next to nothing, and stand for thousands of words. */
const SHORTEST_BEGINNING = 3;

/** Reads `{all, any, none, in}`. Without an entry it is no condition. */
export function readWords(given: unknown, path: string, context: ParsingContext): WordsCondition | undefined {
  const object = readObject(given, path, '{"all": ["loft"]}', context.violations);
  if (object === undefined) return undefined;
  refuseUnknownKeys(object, KEYS, path, context.violations);
  const all = readEntries(filledMember(object, 'all'), at(path, 'all'), context) ?? [];
  const any = readEntries(member(object, 'any'), at(path, 'any'), context) ?? null;
  const none = readEntries(filledMember(object, 'none'), at(path, 'none'), context) ?? [];
  const fields = readFields(member(object, 'in'), at(path, 'in'), context);
  if (all.length === 0 && any === null && none.length === 0) return undefined;
  return { kind: 'words', all, any, none, in: fields };
}

/** The entries of a list in one order, each once; undefined when absent or wrong. */
function readEntries(given: unknown, path: string, context: ParsingContext): readonly string[] | undefined {
  const list = readList(given, path, context.limits.maxSetSize, context.violations);
  if (list === undefined) return undefined;
  const entries: string[] = [];
  for (const [place, entry] of list.entries()) {
    const at = `${path}[${place}]`;
    if (!takeEntry(at, context)) return undefined;
    const read = readEntry(entry, at, context);
    if (read !== undefined) entries.push(read);
  }
  return entries.length === 0 ? undefined : [...new Set(entries)].sort();
}

/** Whether the tree may hold one entry more. The first that it may not is refused. */
function takeEntry(path: string, { budget, violations }: ParsingContext): boolean {
  if (budget.wordEntries < 0) return false;
  budget.wordEntries -= 1;
  if (budget.wordEntries >= 0) return true;
  violations.add(path, `takes the words of these criteria beyond ${MOST_WORD_ENTRIES} entries`);
  return false;
}

function readEntry(given: unknown, path: string, { violations }: ParsingContext): string | undefined {
  if (typeof given !== 'string')
    return violations.add(path, `expects a word, a phrase or a beginning such as "terrass*", got ${show(given)}`);
  const star = given.indexOf('*');
  const isBeginning = star >= 0;
  const words = wordsOf(isBeginning ? given.slice(0, -1) : given);
  if (isBeginning && (star < given.length - 1 || words.length !== 1 || !OF_A_WORD.test(lastBeforeStar(given))))
    return violations.add(path, `takes a star only at the end of a single word, got ${show(given)}`);
  const [word] = words;
  if (word === undefined) return violations.add(path, `expects letters or digits, got ${show(given)}`);
  if (isBeginning && Array.from(word).length < SHORTEST_BEGINNING)
    return violations.add(path, `expects at least ${SHORTEST_BEGINNING} letters before the star, got ${show(given)}`);
  if (words.length > LONGEST_PHRASE)
    return violations.add(path, `is a phrase of ${words.length} words; at most ${LONGEST_PHRASE} are allowed`);
  if (words.some((one) => Array.from(one).length > LONGEST_WORD))
    return violations.add(path, `has a word of more than ${LONGEST_WORD} letters`);
  return words.join(' ') + (isBeginning ? '*' : '');
}

/** What a star may follow: a letter or digit, or what belongs to one. */
const OF_A_WORD = /^[\p{L}\p{M}\p{N}\u00ad\u200c\u200d\u2060\ufeff]$/u;

/** One character, because Node 26.10 finds none beyond 16 bits where such a class and a star are searched in a text. */
function lastBeforeStar(given: string): string {
  return Array.from(given.slice(-3, -1)).at(-1) ?? '';
}

function readFields(given: unknown, path: string, context: ParsingContext): readonly TextField[] {
  const list = readList(given, path, TEXT_FIELDS.length, context.violations);
  if (list === undefined) return TEXT_FIELDS;
  const found = list.map((entry, place) => {
    const known = TEXT_FIELDS.find((field) => field === entry);
    if (known !== undefined) return known;
    const explanation =
      typeof entry === 'string'
        ? explainUnknownWord(entry, TEXT_FIELDS)
        : `expects one of ${TEXT_FIELDS.join(', ')}, got ${show(entry)}`;
    return context.violations.add(`${path}[${place}]`, explanation);
  });
  return TEXT_FIELDS.filter((field) => found.includes(field));
}
