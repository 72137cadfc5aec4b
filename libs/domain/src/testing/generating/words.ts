import type { WordsCondition } from '../../criteria/criteria.js';
import { wordsOf } from '../../words/fold-text.js';
import { CUT, LONGEST_WORD } from '../../words/fold-units.js';
import { TEXT_FIELDS } from '../../words/listing-words.js';
import type { SeededRandom } from './seeded-random.js';

/** Ordinary words beside everything that has ever made two readers of words disagree. */
const PIECES: readonly string[] = [
  ...['loft', 'LOFT', 'Loft lumineux', 'poutres apparentes', 'Poutres', 'apparentes', 'viager', 'rez-de-chaussée'],
  ...[
    'terrasse',
    'Terrasses',
    'terrassement',
    "l'étage",
    'étage',
    'e\u0301tage',
    'E\u0301\u0316\u0327TAGE',
    'T3',
    'm²',
  ],
  ...['150m2', '150 m2', '½', '٣ شُقَّة', 'شقة', '東京タワー', '京', 'タワー', 'すし', 'ガ', 'Straße', 'STRASSE', 'ẞ'],
  ...[
    'cœur',
    'COEUR',
    'ﬁn',
    'oﬃce',
    'Øre',
    'Łódź',
    'ıssız',
    'İzmir',
    'ΣΟΦΟΣ',
    'σοφός',
    '𝐋oft',
    '𐐀𐐁',
    '\ud800',
    '\udc00x',
  ],
  ...[
    'co\u00adpro',
    'co\u200dpro',
    'co\u200cpro',
    'co\u2060pro',
    '\ufeffcopro',
    'co\u200bpro',
    'a\u0301',
    '\u0301',
    '…',
    '|',
  ],
  ...[
    'l'.repeat(LONGEST_WORD),
    'l'.repeat(LONGEST_WORD + 1),
    '𐐀'.repeat(LONGEST_WORD + 1),
    "'\\:*&!()<->",
    '%_',
    '\u0000',
  ],
];
const BETWEEN: readonly string[] = [' ', ' ', ' ', '-', "'", '\u00a0', '\u200b', '\n', '', '\u200d', '\u00ad', ', '];
/** 100 kB without a blank, and with nothing but marks. */
const HUGE: readonly string[] = ['é'.repeat(50_000), 'loft\u00ad'.repeat(16_000), '\u0301\u0316'.repeat(25_000)];

/** A text of a few pieces, some without a word, a few enormous. */
export function someText(random: SeededRandom): string {
  if (random.chance(0.005)) return random.pick(HUGE);
  let text = '';
  for (let count = random.whole(0, 7); count > 0; count -= 1) text += random.pick(PIECES) + random.pick(BETWEEN);
  return text;
}

/** A condition on words that such texts are likely to hold. */
export function someWords(random: SeededRandom): WordsCondition {
  const entries = (most: number): readonly string[] =>
    [...new Set(Array.from({ length: random.whole(1, most) }, () => someEntry(random)))].sort();
  const which = random.whole(1, 6);
  return {
    kind: 'words',
    all: which === 1 || which === 4 ? entries(2) : [],
    any: which === 2 || which >= 5 ? entries(5) : null,
    none: which === 3 || which === 4 || which === 6 ? entries(3) : [],
    in: random.pick([TEXT_FIELDS, TEXT_FIELDS, [TEXT_FIELDS[0]], [TEXT_FIELDS[1]]]),
  };
}

/** A word, a phrase out of one text, or the beginning of a word. */
function someEntry(random: SeededRandom): string {
  const words = wordsOf(someText(random)).filter((word) => !word.endsWith(CUT));
  if (words.length === 0) return 'loft';
  const from = random.whole(0, words.length - 1);
  const letters = Array.from(words[from] as string);
  if (letters.length >= 3 && random.chance(0.3))
    return `${letters.slice(0, random.whole(3, letters.length)).join('')}*`;
  return words.slice(from, from + random.pick([1, 1, 1, 2, 2, 3, 8])).join(' ');
}
