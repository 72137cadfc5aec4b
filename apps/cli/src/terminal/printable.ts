/**
 * A text as a terminal may be given it: characters that steer one, or turn the direction of what follows, are written
 * out (`\u001b`). Names of fields, messages and reasons may come from a feed. Line ends stay, since answers have
 * several lines; JSON means the same afterwards.
 */
export function printable(text: string): string {
  return text.replace(STEERING, escaped);
}

/** The same for what stands inside a line: a name may not begin another one. */
export function printableName(text: string): string {
  return printable(text).replaceAll('\n', escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const STEERING = /(?!\n)[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;
