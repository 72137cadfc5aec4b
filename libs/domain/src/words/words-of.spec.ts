import { foldCharacter } from './fold-character.js';
import { foldText, wordsOf } from './fold-text.js';
import { CUT, foldUnits, hashOfWord, LONGEST_WORD } from './fold-units.js';

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

  it('says of each word where it ends and its hash, also behind words that were cut', () => {
    const texts = ["L'étage, 150m²", '…', '', `${'a'.repeat(101)} b ${'𐐨'.repeat(120)}c ﷺ 東京 d`, 'é'.repeat(5_000)];
    for (const text of [...texts, texts.join(' ').repeat(30)]) {
      const { units, count, ends, hashes } = foldUnits(text);
      const words = Array.from({ length: count }, (_, word) => {
        const read = String.fromCharCode(...units.subarray(word === 0 ? 1 : ends[word - 1]! + 1, ends[word]));
        expect(hashes[word]).toBe(hashOfWord(read));
        return read;
      });
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
