import type { Queryable } from '../database/database.js';
import { signatureOf } from './phrase-signature.js';
import { UPSERT_SIGNATURES } from './statements/phrases.js';

/** Signs the texts of listings, which have none yet or say something else now. */
export async function writeSignatures(
  database: Queryable,
  listings: readonly { readonly listingId: string; readonly foldedText: string }[],
): Promise<void> {
  if (listings.length === 0) return;
  await database.query(UPSERT_SIGNATURES, [
    listings.map(({ listingId }) => listingId),
    listings.map(({ foldedText }) => signatureOf(foldedText)),
  ]);
}
