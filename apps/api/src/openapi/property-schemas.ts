import { LOCATION_ACCURACIES, PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import {
  answer,
  boolean,
  dateTime,
  integer,
  listOf,
  number,
  oneWordOf,
  orNull,
  string,
  ref,
  uuid,
  type Schema,
} from './schema.js';

const listing = answer(
  {
    uuid,
    title: orNull(string),
    description: orNull(string),
    url: orNull(string),
    price: orNull({ ...number, description: 'What the advert displays; a rent is per month.' }),
    currency: orNull({ ...string, description: 'ISO 4217.' }),
    transactionType: orNull(oneWordOf(TRANSACTION_TYPES)),
    propertyType: orNull(oneWordOf(PROPERTY_TYPES)),
    dataProvider: { ...string, description: 'Name of the source.' },
    area: orNull({ ...number, description: 'm².' }),
    rooms: orNull(integer),
    bedrooms: orNull(integer),
    bathrooms: orNull(integer),
    floor: orNull(integer),
    hasParking: orNull(boolean),
    hasBalcony: orNull(boolean),
    hasGarden: orNull(boolean),
    hasCellar: orNull(boolean),
    cityId: orNull(integer),
    districtId: orNull(integer),
    neighborhoodId: orNull(integer),
    cityName: orNull(string),
    districtName: orNull(string),
    neighborhoodName: orNull(string),
    latitude: orNull(number),
    longitude: orNull(number),
    locationAccuracy: orNull(oneWordOf(LOCATION_ACCURACIES)),
    pictures: listOf(string),
    createdAt: dateTime,
    updatedAt: dateTime,
  },
  [],
  { description: 'One advert. What it does not state is null.' },
);

const property = answer(
  {
    uuid,
    listings: listOf(ref('Listing'), { description: 'All online adverts of this home, newest first.' }),
    minPrice: orNull(number),
    maxPrice: orNull(number),
    createdAt: { ...dateTime, description: 'When the home was first seen.' },
    updatedAt: { ...dateTime, description: 'When one of its adverts last changed.' },
  },
  [],
  { description: 'A home and its adverts.' },
);

const resource = answer({
  id: {
    ...string,
    description: 'Path of the property.',
    examples: ['/properties/0199a1b2-0000-7000-8000-000000000001'],
  },
  type: { const: 'PropertySearch' },
  attributes: ref('PropertySearch'),
});

const nextBody: Schema = {
  type: ['object', 'null'],
  description: 'Your own body with the paging fields of that page; null where there is none.',
};

const envelope = answer(
  {
    data: listOf(ref('PropertyResource')),
    meta: answer(
      {
        totalItems: {
          ...integer,
          description: 'Page mode: exact up to 10,000, then 10,000. Cursor mode: the true count of the first request.',
        },
        hasNextPage: boolean,
        cursor: { ...string, description: 'Only in cursor mode and while there is a next page.' },
        pagination: answer({
          type: oneWordOf(['page', 'cursor']),
          size: integer,
          nextRequestBody: nextBody,
          prevRequestBody: nextBody,
          supportsPreviousPage: boolean,
          usage: string,
        }),
      },
      ['cursor'],
    ),
    links: answer({ self: string }),
  },
  [],
  { description: 'Shape A.' },
);

const flat = answer(
  {
    items: listOf(ref('PropertySearch')),
    totalItems: integer,
    hasNextPage: boolean,
    cursor: { ...string, description: 'Cursor mode, while there is a next page.' },
    searchAfter: listOf(
      {},
      { description: 'Cursor mode, while there is a next page; JSON.stringify of it is accepted as cursor.' },
    ),
    pitId: { ...string, description: 'Cursor mode: names the moment this walk is bounded by.' },
  },
  ['cursor', 'searchAfter', 'pitId'],
  { description: 'Shape B.' },
);

const change = answer({
  attribute: { ...string, description: 'As in the feed, such as price or features.balcony.' },
  old: { description: 'null where it was not stated.' },
  new: { description: 'null where it is no longer stated.' },
  variationPercent: orNull({ ...number, description: 'Of a number that had a value other than 0 before.' }),
});

const history = answer({
  listingId: uuid,
  dataProvider: string,
  entries: listOf(
    answer({
      revisionId: { ...integer, description: 'Rises by one per state.' },
      status: oneWordOf(['ONLINE', 'OFFLINE']),
      observedAt: dateTime,
      recordedAt: dateTime,
      changes: listOf(ref('AttributeChange')),
    }),
    { description: 'Oldest first.' },
  ),
});

export const PROPERTY_SCHEMAS: Record<string, Schema> = {
  PropertySearch: property,
  Listing: listing,
  PropertyResource: resource,
  PropertyDocument: answer({ data: ref('PropertyResource'), links: answer({ self: string }) }),
  SearchEnvelope: envelope,
  SearchFlat: flat,
  AttributeChange: change,
  ListingHistory: history,
  Count: answer({ totalItems: { ...integer, description: 'The true count.' } }),
};
