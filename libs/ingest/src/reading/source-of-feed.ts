import type { Readable } from 'node:stream';
import { MAX_LINE_BYTES } from './line-splitter.js';
import { readLines } from './read-lines.js';

/** Lines that are looked at; the first of nearly every feed says it. */
const MOST_LINES = 1_000;
const MOST_BYTES = 2 * MAX_LINE_BYTES;

/**
 * The domain of the source that a feed names first, in a state or in the line of a snapshot; null where none of its
 * first lines does, or they cannot be read. Reads a bounded part of the stream and destroys it.
 */
export async function sourceOfFeed(input: Readable): Promise<string | null> {
  let lines = 0;
  try {
    for await (const { text, unreadable } of readLines(input, MOST_BYTES)) {
      const domain = unreadable === undefined ? domainIn(text) : null;
      lines += 1;
      if (domain !== null || lines === MOST_LINES) return domain;
    }
  } catch {
    // Who reads it whole says what is wrong.
  }
  return null;
}

interface NamedSource {
  readonly source?: { readonly domain?: unknown } | null;
}

function domainIn(line: string): string | null {
  try {
    const value = JSON.parse(line) as (NamedSource & { readonly snapshot?: NamedSource | null }) | null;
    const domain = value?.source?.domain ?? value?.snapshot?.source?.domain;
    return typeof domain === 'string' && domain !== '' && domain.length <= LONGEST_HOST ? domain.toLowerCase() : null;
  } catch {
    return null;
  }
}

/** Characters of a host name, RFC 1035. */
const LONGEST_HOST = 253;
