/**
 * Lower case without accents, for comparing what people type: NFKD (UAX #15) takes accents off where Unicode has them
 * apart, the table where it does not.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđħıßæœþð]/g, (letter) => PLAIN_LETTERS[letter]!);
}

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
};
