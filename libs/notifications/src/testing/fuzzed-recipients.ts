/** A source of numbers in [0, 1) that is the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ADDRESSES = [
  'u@a.example',
  'first.last@sub.a.example',
  "o'brien+tag@a.example",
  'u@bücher.example',
  'ü@a.example',
  'u@xn--bcher-kva.example',
  'U@A.Example',
  '"u v"@a.example',
  'u@[127.0.0.1]',
  'u@localhost',
  'u',
];
/** Each of these sent a mail elsewhere in some mailer at some time. */
const TRAPS = [
  '\r\nBcc: e@evil.example',
  '\nBcc: e@evil.example',
  '\r\n\r\nHello',
  '\0',
  '%0d%0aBcc: e@evil.example',
  ' <e@evil.example>',
  '<e@evil.example>',
  '>\r\nRCPT TO:<e@evil.example>',
  '> SIZE=1',
  ', e@evil.example',
  '; e@evil.example',
  ' e@evil.example',
  'e@evil.example, ',
  '@evil.example',
  '%evil.example',
  '!evil.example',
  ':e@evil.example;',
  'Group: e@evil.example, ',
  '(e@evil.example)',
  '"',
  '"<e@evil.example>"',
  '\\',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\u0130',
  '\uff20evil.example',
  '@[evil.example]',
  '\t',
  '\v',
  '\u0085Bcc: e@evil.example',
  '=?utf-8?q?=0D=0ABcc:_e@evil.example?=',
  '\ud800',
  '#',
  '?bcc=e@evil.example',
  '/',
  '&',
  '..',
  '.',
  '-',
  '_',
  '*',
  '{}',
  '|e',
  '`id`',
  '$(id)',
  '${x}',
  'é',
  '漢',
];

/** Strings that look like mail addresses, most of them spoiled; the same for the same seed. */
export function fuzzedRecipients(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  return Array.from({ length: count }, () => {
    let text = random() < 0.7 ? pick(ADDRESSES) : `${pick(TRAPS)}@${pick(TRAPS)}`;
    for (let spoils = Math.floor(random() * 4); spoils > 0; spoils -= 1) {
      const at = Math.floor(random() * (text.length + 1));
      const roll = random();
      if (roll < 0.6) text = text.slice(0, at) + pick(TRAPS) + text.slice(at);
      else if (roll < 0.75)
        text = text.slice(0, at) + String.fromCodePoint(Math.floor(random() * 256)) + text.slice(at);
      else if (roll < 0.9)
        text = text.slice(0, at) + String.fromCodePoint(97 + Math.floor(random() * 26)) + text.slice(at);
      else text = text.slice(0, at) + text.slice(at + 1);
    }
    return text;
  });
}
