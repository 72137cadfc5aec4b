import type { Listing } from '../../listing/listing.js';

/** What a listing's words name the property by. */
export interface ListingMarks {
  /** Number of the lot in its building, in capitals without punctuation: "B203". */
  readonly lot?: string;
  /** The agency's number of the mandate. */
  readonly reference?: string;
}

/**
 * Reads lot numbers and references off title and description (French, Spanish, English, German spellings); what is
 * not said is absent.
 */
export function marksOf(listing: Listing): ListingMarks {
  let marks = cache.get(listing);
  if (marks === undefined)
    cache.set(listing, (marks = readMarks(`${listing.title ?? ''}\n${listing.description ?? ''}`)));
  return marks;
}
// every comparison asks; gone with the listing, which nobody changes in place
const cache = new WeakMap<Listing, ListingMarks>();

const NONE: ListingMarks = {};
/** "lot n° B203", "lote 12", "unit 4B", "apt. no. 12", "WE 07"; not "12 lots", nor "lot de 3 places". */
const LOT =
  /(?<![\p{L}\d])(?:lote?|unit|(?:appartement|appt?|apt|logement|apartment|wohnung) ?\.? ?(?:n[°ºo]\.?|no\.)|WE)\s{0,2}(?:n[°ºo]\.?|no\.|#)?\s{0,2}(\p{L}{0,2}[-. ]?\d{1,4}\p{L}?)(?![\p{L}\d²]|[.,-]\d| ?m²)/iu;
const REFERENCE =
  /(?<![\p{L}\d])(?:r[ée]f(?:[ée]rence|erencia)?|reference|ref)\b\.?\s{0,2}(?:agence|mandat|interne)?\s{0,2}[:.n°º]{0,3}\s{0,2}([\p{L}\d][\p{L}\d/_-]{2,24})/iu;

function readMarks(words: string): ListingMarks {
  if (words.length < 6) return NONE;
  const lot = LOT.exec(words)?.[1]
    ?.replace(/[^\p{L}\d]/gu, '')
    .toUpperCase();
  const reference = REFERENCE.exec(words)?.[1]?.toUpperCase();
  if (lot === undefined && (reference === undefined || !/\d/.test(reference))) return NONE;
  return { lot, reference: reference !== undefined && /\d/.test(reference) ? reference : undefined };
}
