import type { Queryable } from '../database/database.js';
import { signatureOf } from './phrase-signature.js';
import { UPSERT_SIGNATURES } from './statements/phrases.js';

/** The folded texts of a listing. */
export interface SignedText {
  readonly listingId: string;
  readonly foldedText: string;
}

/** Signs the texts of listings; what is signed already is signed anew, unless another statement is given. */
export async function writeSignatures(
  database: Queryable,
  listings: readonly SignedText[],
  statement = UPSERT_SIGNATURES,
): Promise<void> {
  if (listings.length === 0) return;
  await database.query(statement, [
    listings.map(({ listingId }) => listingId),
    listings.map(({ foldedText }) => signatureOf(foldedText)),
  ]);
}
