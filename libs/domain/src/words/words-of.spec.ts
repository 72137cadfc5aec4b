import { SeededRandom } from '../testing/index.js';
import { foldCharacter } from './fold-character.js';
import { foldText, wordsOf } from './fold-text.js';
import { beginFolding, foldPiece, lettersOf, PIECE } from './fold-letters.js';
import { CUT, foldUnits, LONGEST_WORD } from './fold-units.js';

describe('wordsOf', () => {
  it.each([
    ["L'étage", ['l', 'etage']],
    ['150m2 150 m² T3', ['150m2', '150', 'm2', 't3']],
    ['Straße STRASSE ẞ', ['strasse', 'strasse', 'ss']],
    ['Cœur Œuvre Æsir', ['coeur', 'oeuvre', 'aesir']],
    ['Łódź Øre Đakovo ılık ħ ŧ', ['lodz', 'ore', 'dakovo', 'ilik', 'h', 't']],
    ['e\u0301tage E\u0301\u0327TAGE', ['etage', 'etage']],
    ['co\u00adpro\u200dprié\u200cté\u2060s \ufeffvue', ['coproprietes', 'vue']],
    ['deux\u200bmots deux\u00a0mots deux\u2019mots', ['deux', 'mots', 'deux', 'mots', 'deux', 'mots']],
    ['ﬁn oﬃce ㎡ ①', ['fin', 'office', 'm2', '1']],
    ['東京タワー2階 すし', ['東', '京', 'タ', 'ワ', 'ー', '2', '階', 'す', 'し']],
    ['ΣΟΦΟΣ σοφός', ['σοφοσ', 'σοφοσ']],
    ['شُقَّة ٣', ['شقة', '٣']],
    ['a\ud800b \udc00c 𝐋oft 𐐀', ['a', 'b', 'c', 'loft', '𐐨']],
    ['½ rue_neuve re\u0301_', ['1', '2', 'rue', 'neuve', 're']],
    ['', []],
    [' … !?\u0301\u200d', []],
  ])('reads %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('cuts a word beyond the longest and marks it, whole characters only', () => {
    for (const letter of ['a', '𐐨']) {
      expect(wordsOf(letter.repeat(LONGEST_WORD))).toEqual([letter.repeat(LONGEST_WORD)]);
      expect(wordsOf(`b ${letter.repeat(LONGEST_WORD + 1)} c`)).toEqual(['b', letter.repeat(LONGEST_WORD) + CUT, 'c']);
    }
    expect(wordsOf('é'.repeat(100_000))).toEqual(['e'.repeat(LONGEST_WORD) + CUT]);
  });

  it('says of each word where it ends, also behind words that were cut', () => {
    const texts = ["L'étage, 150m²", '…', '', `${'a'.repeat(101)} b ${'𐐨'.repeat(120)}c ﷺ 東京 d`, 'é'.repeat(5_000)];
    for (const text of [...texts, texts.join(' ').repeat(30)]) {
      const { units, count, ends } = foldUnits(text);
      const words = Array.from({ length: count }, (_, word) =>
        String.fromCharCode(...units.subarray(word === 0 ? 1 : ends[word - 1]! + 1, ends[word])),
      );
      expect(words).toEqual(wordsOf(text));
    }
  });

  it('reads its own words as the same words, whatever the character', () => {
    const others = [];
    for (let point = 0; point <= 0x10_ffff; point += 1) {
      const character = String.fromCodePoint(point);
      if (/[\p{Cn}\p{Co}\p{Cs}]/u.test(character)) continue;
      const folded = foldCharacter(character);
      if (foldText(folded) !== foldText(foldText(folded))) others.push(point.toString(16));
    }
    expect(others).toEqual([]);
  });

  it('tells apart no two letters that a search without regard to case would not', () => {
    const others = [];
    for (let point = 0; point <= 0xffff; point += 1) {
      const letter = String.fromCodePoint(point);
      // A Greek iota below a letter is a mark, which is dropped; in upper case it would be a letter of its own.
      if (!/\p{L}/u.test(letter) || letter.normalize('NFD').includes('\u0345')) continue;
      for (const other of [letter.toLowerCase(), letter.toUpperCase()])
        if (foldText(letter) !== foldText(other)) others.push(`${letter} ${other}`);
    }
    expect(others).toEqual([]);
  });
});

describe('foldPiece', () => {
  /** As text: a byte that no word has ends a word that was cut. */
  const wordsIn = (text: string): string[] => {
    const words: string[] = [];
    beginFolding(text);
    while (foldPiece()) {
      const { bytes, count, ends } = PIECE;
      for (let word = 0; word < count; word += 1)
        words.push(Buffer.from(bytes.subarray(word === 0 ? 0 : ends[word - 1], ends[word])).toString('latin1'));
    }
    return words;
  };
  const expected = (text: string): string[] =>
    wordsOf(text).map((word) => Buffer.from(lettersOf(word.replace(CUT, '\u001a'))).toString('latin1'));

  it('finds the words of wordsOf around every character, at even and at odd places', () => {
    const others = [];
    for (let point = 0; point <= 0x10_ffff; point += point < 0x3_0000 ? 1 : 97) {
      const character = String.fromCodePoint(point);
      for (const text of [`ab${character}cd, e${character}`, `${character}abc`])
        if (wordsIn(text).join(' ') !== expected(text).join(' ')) others.push(point.toString(16));
    }
    expect(others).toEqual([]);
  });

  it('finds them in texts of all sizes, around the borders of the pieces it reads', () => {
    const random = new SeededRandom(11);
    const parts = [
      'a',
      'é',
      ' ',
      ', ',
      'le',
      'ß',
      'œ',
      '’',
      '\u0301',
      '\u00ad',
      'жилье',
      '東',
      '𐐀',
      '😀',
      '\ud800',
      '\udc00',
    ];
    const long = ['ﷺ', 'x'.repeat(99), 'x'.repeat(101), '𐐨'.repeat(100), 'é'.repeat(500), 'ж'.repeat(101), '㌖'];
    for (let n = 0; n < 400; n += 1) {
      let text = '';
      const size = n % 10 === 0 ? random.whole(4_080, 12_400) : random.whole(0, 300);
      const share = random.next() * 0.1;
      while (text.length < size) text += random.chance(share) ? random.pick(long) : random.pick(parts);
      expect(wordsIn(text)).toEqual(expected(text));
    }
    const same = `${'é'.repeat(4_095)} ab`;
    expect(wordsIn(same.repeat(3))).toEqual(expected(same.repeat(3)));
  });

  it('writes different words in different bytes, and a beginning as the beginning of them', () => {
    expect(Array.from(lettersOf('aþж東𐐨'))).toEqual([
      0x61, 0xc3, 0xbe, 0xd0, 0xb6, 0xe6, 0x9d, 0xb1, 0xed, 0xa0, 0x81, 0xed, 0xb0, 0xa8,
    ]);
  });
});
