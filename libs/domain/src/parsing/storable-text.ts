/**
 * A text of somebody else as PostgreSQL can hold it, also inside of JSON: with marks in the place of NUL and of halves
 * of surrogate pairs. For messages and names of members that quote what was sent.
 */
export function storableText(text: string): string {
  return (text as WellFormedText).toWellFormed().replaceAll('\0', '\uFFFD');
}

/** In every engine this project runs on (Node 20); TypeScript's ES2023 does not name it yet. */
type WellFormedText = string & { toWellFormed(): string };
