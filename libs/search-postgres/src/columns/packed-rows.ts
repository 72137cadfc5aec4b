import { FLAG_FIELDS } from '@gable/domain/criteria';
import { FLAG_COLUMNS } from '@gable/persistence/listings';

/** A whole number that is not stated. */
export const MISSING = -(2 ** 31);
/** A place in a list of words that is not stated. */
export const NO_CODE = 255;
/** Bytes of a property before those of its listings, and of each listing: as `PACKED` writes them. */
export const PROPERTY_BYTES = 52;
export const LISTING_BYTES = 48;

/** Two bits a flag, in the order of FLAG_FIELDS: whether it is stated, and what it says. */
const FLAGS = FLAG_FIELDS.map(
  (field, place) =>
    `case when l.${FLAG_COLUMNS[field]} then ${3 << (2 * place)} when not l.${FLAG_COLUMNS[field]} ` +
    `then ${1 << (2 * place)} else 0 end`,
).join(' + ');

/** A number in eight bytes; NaN where there is none. */
export const number = (column: string): string => `float8send(coalesce(${column}, 'NaN'))`;
const whole = (column: string): string => `int4send(coalesce(${column}, ${MISSING}))`;

/** A listing `l` in LISTING_BYTES, as `readListing` takes it over. */
export const PACKED_LISTING = `${number('l.lat')} || ${number('l.lng')} || ${number('l.price')} || ${number('l.area')}
  || ${whole('l.rooms')} || ${whole('l.bedrooms')} || int4send(${FLAGS})
  || int4send(coalesce(l.transaction_type, ${NO_CODE}) + 256 * coalesce(l.property_type, ${NO_CODE}))`;

/**
 * The properties `p` of a from clause, one behind the other in binary, each with its online listings: a row of text for
 * each would take the API longer to read than the database to write.
 */
export const packed = (properties: string): string => `
  select string_agg(uuid_send(p.id) || int8send(p.map_key) || float8send(p.lat) || float8send(p.lng)
    || ${number('p.min_price')} || int4send(adverts.count) || adverts.packed, ''::bytea order by p.map_key) as packed
  from ${properties} cross join lateral (
    select count(*)::integer as count, string_agg(${PACKED_LISTING}, ''::bytea) as packed
    from listing l where l.property_id = p.id and l.online
  ) adverts
  where adverts.count > 0`;

/** Where the packed properties begin. */
export function* placesOf(packedRows: Buffer): Generator<number> {
  for (let at = 0; at < packedRows.length; at += bytesAt(packedRows, at)) yield at;
}

/** How many listings the property has that begins there. */
export function listingsAt(packedRows: Buffer, at: number): number {
  return packedRows.readInt32BE(at + PROPERTY_BYTES - 4);
}

function bytesAt(packedRows: Buffer, at: number): number {
  return PROPERTY_BYTES + LISTING_BYTES * listingsAt(packedRows, at);
}
