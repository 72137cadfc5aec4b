/**
 * A text as a URL (WHATWG); undefined where it is none. Not `URL.canParse`: in Node 20 and 22 it refuses addresses
 * with letters beyond ASCII once it has been called a few thousand times (its fast path reads Latin-1 as UTF-8).
 */
export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
