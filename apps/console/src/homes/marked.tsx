import { Mark } from '@mantine/core';

/** A text with the words of the search marked in it; `parts` are starts and ends in UTF-16 units, in order. */
export function Marked({ text, parts = [] }: { text: string; parts?: readonly (readonly number[])[] }) {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const [start = 0, end = 0] of parts) {
    pieces.push({ text: text.slice(at, start), isMarked: false }, { text: text.slice(start, end), isMarked: true });
    at = end;
  }
  pieces.push({ text: text.slice(at), isMarked: false });
  return pieces.map(({ text: piece, isMarked }, n) => (isMarked ? <Mark key={n}>{piece}</Mark> : piece));
}
