/** Reads options that are whole numbers from 1; the error names the option. */
export function readNumbers<Name extends string>(
  values: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, readNumber(name, values[name])])) as Record<Name, number>;
}

/** Reads a list of sizes, such as `100000,1000000`. */
export function readSizes(name: string, text: string, least = 1): number[] {
  return text.split(',').map((size) => readNumber(name, size, least));
}

export function readNumber(name: string, text: string, least = 1): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new Error(`--${name} expects a whole number from ${least}, got "${text}"`);
  return value;
}
