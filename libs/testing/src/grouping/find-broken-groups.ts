import { ListingTies, type Tie } from '@gable/domain/grouping';
import { contradict } from '@gable/domain/testing';

import { summarise } from '@gable/domain/property';
import type { Listing } from '@gable/domain/listing';
import { DecisionStore } from '@gable/persistence/properties';
import type { Database } from '@gable/persistence';

/**
 * Everything that must hold of properties whatever was ingested, merged, split and regrouped; answers a sentence for
 * each thing that does not. The store is read as a whole, without the code that keeps it. Expects that nobody empties
 * index_dirty.
 */
export async function findBrokenGroups(database: Database): Promise<string[]> {
  const properties = new Map(
    (await database.query<PropertyRow>(SELECT_PROPERTIES)).map((property) => [property.id, property]),
  );
  const listings = await database.query<ListingRow>(SELECT_LISTINGS);
  const members = new Map<string, ListingRow[]>();
  for (const listing of listings)
    members.set(listing.propertyId, [...(members.get(listing.propertyId) ?? []), listing]);
  const broken: string[] = [];
  for (const id of members.keys())
    if (!properties.has(id)) broken.push(`listings stand in property ${id}, which does not exist`);
  const survivors = await new DecisionStore(database).survivorsOf([...properties.keys()]);
  for (const [id, property] of properties)
    broken.push(...troubleOf(property, members.get(id) ?? [], survivors.get(id), properties));
  const ties = await database.query<Tie>(
    'select listing_id as "listingId", other_id as "otherId", together from grouping_tie',
  );
  return [...broken, ...brokenTies(ties, listings), ...contradictions(ties, members)];
}

function troubleOf(
  property: PropertyRow,
  members: readonly ListingRow[],
  survivor: string | undefined,
  properties: ReadonlyMap<string, PropertyRow>,
): string[] {
  const { id, mergedInto, revision, dirtyRevision, favorites } = property;
  const problems: string[] = [];
  if ((mergedInto === null) !== members.length > 0)
    problems.push(`property ${id} has ${members.length} listings and is merged into ${mergedInto}`);
  if (survivor === undefined || properties.get(survivor)!.mergedInto !== null)
    problems.push(`the trail of property ${id} does not end at one that is there`);
  if (mergedInto !== null && favorites > 0)
    problems.push(`${favorites} favourites stayed with property ${id}, which is merged`);
  if (dirtyRevision !== revision)
    problems.push(`property ${id} is at revision ${revision}, to be indexed is ${dirtyRevision}`);
  const expected = summarise(members.filter(({ online }) => online).map(({ state }) => state));
  for (const [figure, value] of Object.entries(expected)) {
    const stored = property[figure as keyof PropertyRow];
    if (stored !== value) problems.push(`${figure} of property ${id} is ${stored}, over its listings ${value}`);
  }
  return problems;
}

function brokenTies(ties: readonly Tie[], listings: readonly ListingRow[]): string[] {
  const propertyOf = new Map(listings.map(({ id, propertyId }) => [id, propertyId]));
  return ties
    .filter(({ listingId, otherId, together }) => (propertyOf.get(listingId) === propertyOf.get(otherId)) !== together)
    .map(
      ({ listingId, otherId, together }) =>
        `listings ${listingId} and ${otherId} are to be ${together ? 'together' : 'apart'}`,
    );
}

/** Nothing but a person puts listings together that contradict each other. */
function contradictions(ties: readonly Tie[], members: ReadonlyMap<string, readonly ListingRow[]>): string[] {
  const known = new ListingTies(ties);
  return [...members.values()].flatMap((home) =>
    home.flatMap((one, i) =>
      home
        .slice(i + 1)
        .filter(
          (other) =>
            !known.unitOf(one.id).has(other.id) &&
            contradict({ ...one, listing: one.state }, { ...other, listing: other.state }),
        )
        .map((other) => `listings ${one.id} and ${other.id} of property ${one.propertyId} contradict each other`),
    ),
  );
}

interface PropertyRow {
  id: string;
  mergedInto: string | null;
  revision: number;
  dirtyRevision: number | null;
  favorites: number;
  minPrice: number | null;
  maxPrice: number | null;
  maxArea: number | null;
  minPricePerArea: number | null;
  onlineCount: number;
  lat: number | null;
  lng: number | null;
}

interface ListingRow {
  id: string;
  sourceId: string;
  propertyId: string;
  online: boolean;
  state: Listing;
}

const SELECT_PROPERTIES = `
  select property.id, merged_into as "mergedInto", revision, index_dirty.revision_id as "dirtyRevision",
    (select count(*) from favorite_property favorite where favorite.property_id = property.id) as favorites,
    min_price as "minPrice", max_price as "maxPrice", max_area as "maxArea", min_price_per_area as "minPricePerArea",
      online_count as "onlineCount", lat, lng
  from property left join index_dirty on index_dirty.property_id = property.id`;

const SELECT_LISTINGS = `
  select listing.id, source_id as "sourceId", property_id as "propertyId", listing.online, revision.state
  from listing join listing_revision revision on revision.listing_id = listing.id and revision.revision_id =
    listing.revision_id
  order by listing.id`;
