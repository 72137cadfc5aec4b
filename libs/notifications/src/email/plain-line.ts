import { readUrl } from '@gable/domain';

/**
 * A text of a listing or of a customer as one line: no line ends, no control characters, nothing that turns the
 * direction of what follows; cut to `maxLength` characters.
 */
export function plainLine(text: string, maxLength: number): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(DIRECTIONS, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  const characters = [...line];
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}

/** The address as a link may carry it: http and https only; undefined for all else. */
export function safeLink(text: string | null | undefined): string | undefined {
  const url = readUrl(text ?? '');
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/** Marks, embeddings, overrides and isolates of Unicode's bidirectional algorithm, and the byte order mark. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
