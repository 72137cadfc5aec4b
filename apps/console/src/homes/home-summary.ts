import type { Schema } from '../client/api.js';

export type Listing = Schema<'Listing'>;
export type Property = Schema<'PropertySearch'>;

/** The listing that stands for a home in a list: one with photos and a title, of equals the newest. */
export function leadListing({ listings }: Pick<Property, 'listings'>): Listing | undefined {
  return [...listings].sort((one, other) => wealth(other) - wealth(one))[0];
}

function wealth({ pictures, title, area }: Listing): number {
  return (pictures.length > 0 ? 2 : 0) + (title !== null ? 1 : 0) + (area !== null ? 1 : 0);
}
