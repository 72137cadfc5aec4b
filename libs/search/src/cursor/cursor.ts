import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SearchPosition } from '../property-search.js';
import type { Total } from '../total.js';

/**
 * Where paging stands, as a caller carries it from one request to the next, with the count of the first. Nothing of it
 * is kept on our side, so it never expires.
 */
export interface CursorState extends Total {
  /** The last item served; null behind the last of all, where nothing comes any more. */
  readonly position: SearchPosition | null;
  /** Epoch milliseconds of the first request. */
  readonly seenUntil: number;
  /** Items served so far. */
  readonly served: number;
}

/** What a cursor belongs to: it opens only for the same account and the same filters. */
export interface CursorOwner {
  readonly accountId: string;
  /** Of `hashFilters`. */
  readonly filters: string;
}

const VERSION = 1;
/** The last entry of a token whose total is not exact; tokens from before there were such have none. */
const AT_LEAST = 1;
/** A token has about 250 characters; longer ones are not ours and not worth a hash. */
const MAX_LENGTH = 1_000;

/** Seals the state into an opaque token: `payload.signature`, both base64url, signed with HMAC-SHA-256 (RFC 2104). */
export function sealCursor(
  { position, seenUntil, total, totalIsExact, served }: CursorState,
  { accountId, filters }: CursorOwner,
  secret: Uint8Array,
): string {
  const payload = Buffer.from(
    JSON.stringify([
      ...[VERSION, position?.key ?? null, position?.id ?? null, seenUntil, total, served, filters, accountId],
      ...(totalIsExact ? [] : [AT_LEAST]),
    ]),
  ).toString('base64url');
  return `${payload}.${sign(payload, secret).toString('base64url')}`;
}

/** Opens a token. Null for whatever is not exactly a token sealed with this secret for this owner. */
export function openCursor(token: string, { accountId, filters }: CursorOwner, secret: Uint8Array): CursorState | null {
  if (token.length > MAX_LENGTH) return null;
  const [payload, signature, ...more] = token.split('.');
  if (payload === undefined || signature === undefined || more.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(payload, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  // The decoder forgives stray characters and bits; a token has one spelling.
  if (given.toString('base64url') !== signature) return null;
  const state = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    number,
    number | null,
    string | null,
    number,
    number,
    number,
    string,
    string,
    number?,
  ];
  const [version, key, id, seenUntil, total, served, sealedFilters, sealedAccount, atLeast] = state;
  if (version !== VERSION || sealedFilters !== filters || sealedAccount !== accountId) return null;
  return { position: id === null ? null : { key, id }, seenUntil, total, totalIsExact: atLeast !== AT_LEAST, served };
}

function sign(payload: string, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(payload).digest();
}
