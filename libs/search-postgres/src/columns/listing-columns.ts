/** Values of listings, by their place. NaN, MISSING and NO_CODE stand for what they do not state. */
export interface ListingColumns {
  lat: Float64Array;
  lng: Float64Array;
  price: Float64Array;
  area: Float64Array;
  rooms: Int32Array;
  bedrooms: Int32Array;
  flags: Int32Array;
  transactionType: Uint8Array;
  propertyType: Uint8Array;
}

/** Columns with room for so many. */
export function emptyListings(capacity: number): ListingColumns {
  return {
    lat: new Float64Array(capacity),
    lng: new Float64Array(capacity),
    price: new Float64Array(capacity),
    area: new Float64Array(capacity),
    rooms: new Int32Array(capacity),
    bedrooms: new Int32Array(capacity),
    flags: new Int32Array(capacity),
    transactionType: new Uint8Array(capacity),
    propertyType: new Uint8Array(capacity),
  };
}

/** All of them, whatever they say. */
export function columnsOf(listings: ListingColumns): (Float64Array | Int32Array | Uint8Array)[] {
  return Object.values(listings as object as Record<string, Float64Array>);
}

/** Takes over the packed listing that begins at `at`. */
export function readListing(listings: ListingColumns, place: number, rows: Buffer, at: number): void {
  listings.lat[place] = rows.readDoubleBE(at);
  listings.lng[place] = rows.readDoubleBE(at + 8);
  listings.price[place] = rows.readDoubleBE(at + 16);
  listings.area[place] = rows.readDoubleBE(at + 24);
  listings.rooms[place] = rows.readInt32BE(at + 32);
  listings.bedrooms[place] = rows.readInt32BE(at + 36);
  listings.flags[place] = rows.readInt32BE(at + 40);
  listings.transactionType[place] = rows[at + 47]!;
  listings.propertyType[place] = rows[at + 46]!;
}
