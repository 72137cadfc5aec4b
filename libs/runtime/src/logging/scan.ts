/** How many characters were looked at. */
export interface Steps {
  count: number;
}

/** How far the search for secrets in a text is. */
export interface Scan {
  readonly text: string;
  readonly steps: Steps;
  /** Everything before it is written. */
  done: number;
  /** Everything before it belongs to no mail address that ends later. */
  floor: number;
}

/** What of a text is replaced by what. */
export interface Cut {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A set of characters, by code. */
type CharClass = (code: number) => boolean;

export const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const digits = '0123456789';

/** Makes a set of the given characters, or (inverted) of all others but control characters. */
export function charClass(characters: string, { inverted = false, beyondAscii = false } = {}): CharClass {
  const table = Uint8Array.from({ length: 128 }, (_, code) => {
    const isGiven = characters.includes(String.fromCharCode(code));
    return (inverted ? !isGiven && code > 31 : isGiven) ? 1 : 0;
  });
  return (code) => (code < 128 ? table[code] === 1 : inverted || beyondAscii);
}

/** Where the run of such characters that begins at `from` ends. */
export function runEnd(text: string, from: number, isIn: CharClass, steps: Steps, most = text.length): number {
  let end = from;
  while (end < most && isIn(text.charCodeAt(end))) end += 1;
  steps.count += end - from + 1;
  return end;
}

/** Where the run of such characters that ends before `end` begins, at `least` at the earliest. */
export function runBack(text: string, end: number, least: number, isIn: CharClass, steps: Steps): number {
  let from = end;
  while (from > least && isIn(text.charCodeAt(from - 1))) from -= 1;
  steps.count += end - from + 1;
  return from;
}
