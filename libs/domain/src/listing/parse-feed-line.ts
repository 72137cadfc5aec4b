import { storableText } from '../parsing/storable-text.js';
import type { Parsed, Violation } from '../parsing/violations.js';
import { IDENTITY, IDENTITY_READERS, readListing } from './feed-fields.js';
import { complain, kindOf, type Notes } from './feed-readers.js';
import type { FeedState } from './listing.js';
import { isSnapshotLine } from './parse-snapshot-line.js';
import { isObject } from './read-object.js';

/**
 * A feed line as read, or what is wrong with it; either way the dotted names of the members the feed format does not
 * know.
 */
export type ParsedFeedLine = Parsed<FeedState> & { readonly unknownFields: readonly string[] };

/**
 * Reads one line of a feed (docs/feed.md): its text, or its JSON already parsed. Never throws. Null members are
 * absent, unknown ones are named and ignored; a line that breaks a rule is refused with up to 50 reasons. Of an
 * OFFLINE line only the identity is read: the listing keeps its attributes.
 */
export function parseFeedLine(line: unknown): ParsedFeedLine {
  const notes: Notes = { violations: [], unknownFields: [] };
  let value = line;
  if (typeof line === 'string') {
    try {
      value = JSON.parse(line.charCodeAt(0) === BYTE_ORDER_MARK ? line.slice(1) : line);
    } catch (error) {
      const because = storableText((error as Error).message.slice(0, 200)); // it quotes the line
      return refused([{ propertyPath: '', message: `is not JSON: ${because}` }], []);
    }
  }
  if (!isObject(value))
    return refused([{ propertyPath: '', message: `expects a JSON object, got ${kindOf(value)}` }], []);

  if (isSnapshotLine(value))
    return refused([{ propertyPath: 'snapshot', message: 'is read in the first line of a feed, and once' }], []);
  const identity = readIdentity(value, notes);
  const onlyIdentity = identity.status === 'OFFLINE';
  const listing =
    readListing(value, '', onlyIdentity ? { violations: [], unknownFields: notes.unknownFields } : notes) ?? {};
  if (identity.status === 'ONLINE') {
    if (isMissing(value['transactionType'])) complain(notes, 'transactionType', 'is required of an ONLINE listing');
    if (isMissing(value['propertyType'])) complain(notes, 'propertyType', 'is required of an ONLINE listing');
  }
  if (notes.violations.length > 0) return refused(notes.violations, notes.unknownFields);
  return {
    ok: true,
    value: { ...(identity as Identity), listing: onlyIdentity ? {} : listing },
    unknownFields: notes.unknownFields,
  };
}

const BYTE_ORDER_MARK = 0xfeff;

type Identity = Pick<FeedState, (typeof IDENTITY)[number]>;

function readIdentity(value: Record<string, unknown>, notes: Notes): Partial<Identity> {
  const { source, externalId, observedAt, status } = IDENTITY_READERS;
  const read = <T>(
    name: keyof Identity,
    reader: (value: unknown, path: string, notes: Notes) => T | undefined,
  ): T | undefined => {
    const raw = value[name];
    return isMissing(raw) ? complain(notes, name, 'is required') : reader(raw, name, notes);
  };
  const found = {
    source: read('source', source),
    externalId: read('externalId', externalId),
    observedAt: read('observedAt', observedAt),
    status: read('status', status),
  };
  if (!isMissing(value['source'])) requireSourceMembers(value['source'], notes);
  return found;
}

function requireSourceMembers(source: unknown, notes: Notes): void {
  if (!isObject(source)) return;
  for (const name of ['domain', 'name']) if (isMissing(source[name])) complain(notes, `source.${name}`, 'is required');
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function refused(violations: readonly Violation[], unknownFields: readonly string[]): ParsedFeedLine {
  return { ok: false, violations, unknownFields };
}
