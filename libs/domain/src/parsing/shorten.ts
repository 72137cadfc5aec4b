/**
 * Cuts text and drops control and format characters and lone surrogates, which would garble logs or break JSON
 * readers.
 */
export function shorten(text: string): string {
  // Cut first: the rest must not cost anything, however long it is.
  const cut = text.slice(0, SHOWN_CHARACTERS).replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '');
  return text.length > SHOWN_CHARACTERS ? `${cut}…` : cut;
}

/** Longest part of a caller's value that a message or a path repeats. */
const SHOWN_CHARACTERS = 40;
