const MARK = /\p{M}/u;
const MARKS = /\p{M}/gu;
/** Characters that only say how a word is drawn or broken: soft hyphen, (non-)joiners, word joiner, byte order mark. */
const INSIDE_A_WORD: ReadonlySet<string> = new Set(['\u00ad', '\u200c', '\u200d', '\u2060', '\ufeff']);
const OF_A_WORD = /[\p{L}\p{Nd}]/u;
/** Scripts that put no blanks between words: each character is one. */
const ALONE = /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u;

/**
 * What one character (a code point, or half of a pair that stands alone) adds to a folded text: letters and digits of
 * the word it stands in; nothing, if it is dropped; a blank where it ends a word, as often as it does. A text is folded
 * character by character: nothing of it depends on what stands beside.
 */
export function foldCharacter(character: string): string {
  if (MARK.test(character) || INSIDE_A_WORD.has(character)) return '';
  let folded = '';
  for (const part of withoutCase(withoutMarks(character))) {
    const letters = PLAIN_LETTERS[part] ?? part;
    if (INSIDE_A_WORD.has(letters)) continue;
    if (!OF_A_WORD.test(letters)) folded += ' ';
    else folded += ALONE.test(letters) ? ` ${letters} ` : letters;
  }
  return folded;
}

/** Whether a character is a mark on the one before it. */
export function isMark(character: string): boolean {
  return MARK.test(character);
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '');
}

/**
 * Full case folding (Unicode, 3.13) of every character by itself, which keeps the last sigma of a word equal to the
 * others. Lower case comes first for ẞ, which has no upper case.
 */
function withoutCase(text: string): string {
  return withoutMarks(Array.from(text, (one) => one.toLowerCase().toUpperCase().toLowerCase()).join(''));
}

/** Letters that NFKD leaves whole. */
const PLAIN_LETTERS: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null) as object, {
  œ: 'oe',
  æ: 'ae',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
});
