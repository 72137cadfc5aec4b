import type { Parsed } from '../parsing/violations.js';
import { IDENTITY_READERS } from './feed-fields.js';
import { complain, dateTime, hostName, name, wholeNumber, type Notes } from './feed-readers.js';
import { isObject, objectOf } from './read-object.js';

/** What the first line of a feed says that holds all online listings of one source. */
export interface Snapshot {
  source: { domain: string; name?: string };
  /** When the source had these listings online: ISO 8601, UTC, milliseconds. */
  observedAt: string;
  /** How many lines follow, blank ones not counted; a file with another number is not whole. */
  lines?: number;
}

/** A snapshot line as read, or what is wrong with it; and the members of it that the format does not know. */
export type ParsedSnapshotLine = Parsed<Snapshot> & { readonly unknownFields: readonly string[] };

/**
 * Reads the first line of a feed, if it is a snapshot line (docs/feed.md): undefined where it is any other. Never
 * throws.
 */
export function parseSnapshotLine(text: string): ParsedSnapshotLine | undefined {
  const line = parsedObject(text);
  if (line === undefined || !isSnapshotLine(line)) return undefined;
  const notes: Notes = { violations: [], unknownFields: [] };
  const snapshot = readLine(line, '', notes)?.snapshot;
  if (notes.violations.length === 0) {
    if (snapshot?.source?.domain === undefined) complain(notes, 'snapshot.source.domain', 'is required');
    if (snapshot?.observedAt === undefined) complain(notes, 'snapshot.observedAt', 'is required');
  }
  const { violations, unknownFields } = notes;
  return violations.length > 0
    ? { ok: false, violations, unknownFields }
    : { ok: true, value: snapshot as Snapshot, unknownFields };
}

/** Whether a line is one of a snapshot and not of a listing. */
export function isSnapshotLine(line: Record<string, unknown>): boolean {
  return Object.hasOwn(line, 'snapshot') && !Object.hasOwn(line, 'externalId');
}

/**
 * Who a line is about, though it may be refused: its `externalId` and the domain of its source, each where it can be
 * read. Of what is no JSON object nothing can.
 */
export function readNames(text: string): { externalId?: string; domain?: string } {
  const line = parsedObject(text);
  if (line === undefined) return {};
  const notes: Notes = { violations: [], unknownFields: [] };
  const { source } = line;
  return {
    externalId: IDENTITY_READERS.externalId(line['externalId'], '', notes),
    domain: isObject(source) ? hostName(source['domain'], '', notes) : undefined,
  };
}

const readLine = objectOf<{ snapshot: Snapshot }>('', {
  snapshot: objectOf<Snapshot>('snapshot.', {
    source: objectOf<Snapshot['source']>('snapshot.source.', { domain: hostName, name: name(200) }),
    observedAt: dateTime,
    lines: wholeNumber(0),
  }),
});

function parsedObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
