/** Reads an option that is a whole number; the error names the option. */
export function readNumber(name: string, text: string, least: 0 | 1): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new Error(`--${name} expects a whole number${least === 1 ? ' from 1' : ''}, got "${text}"`);
  return value;
}
