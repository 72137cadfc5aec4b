/** A text, one with values in it, or a group of them. */
export type Text = string | ((...values: never[]) => string) | { readonly [key: string]: Text };

/** French texts with spaces that no line ends at: before signs of two parts, and inside quotation marks. */
export function held<T extends Text>(text: T): T {
  if (typeof text === 'string') return text.replace(/ (?=[:;!?»])|(?<=«) /g, '\u00a0') as T;
  if (typeof text === 'function') return ((...values: never[]) => held(text(...values))) as T;
  return Object.fromEntries(Object.entries(text).map(([key, each]) => [key, held(each)])) as T;
}
