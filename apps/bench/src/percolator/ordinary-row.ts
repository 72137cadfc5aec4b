import { divisionsOf, type Criteria } from '@gable/domain/criteria';
import { pointOf } from '@gable/domain/testing';

import type { BoundingBox } from '@gable/domain/geo';
import type { Listing } from '@gable/domain/listing';
import { documentOf, LISTING_FIELDS, transactionOf, typeOf } from './listing-document.js';
import { kindsOf } from './kinds.js';
import { placesOf } from './places.js';
import { idsOnly, type Row } from './row.js';
import { storedQuery } from './stored-query.js';

const ANYWHERE = 'anywhere';

/**
 * The percolator in its ordinary good use: one stored query per alert; beside it, as the manual advises, metadata to
 * filter by before anything is percolated: the divisions it can be met in (or the bounding boxes of what it draws, as
 * an indexed shape), the transactions, the property types. The filter is all cheap postings, cached by the server.
 */
export const ORDINARY_ROW: Row = {
  name: 'ordinary',
  mappings: {
    dynamic: 'strict',
    _source: { enabled: false },
    properties: {
      alert: { type: 'integer', index: false },
      query: { type: 'percolator' },
      ...LISTING_FIELDS,
      inDivisions: { type: 'keyword', doc_values: false },
      inBoxes: { type: 'geo_shape', doc_values: false },
      forTransactions: { type: 'keyword', doc_values: false },
      forTypes: { type: 'keyword', doc_values: false },
    },
  },

  documents(id: number, criteria: Criteria) {
    const places = placesOf(criteria);
    const { transactions, types } = kindsOf(criteria);
    return [
      {
        alert: id,
        query: storedQuery(criteria),
        forTransactions: transactions,
        forTypes: types,
        inDivisions: places === null ? [ANYWHERE] : places.divisions.map(String),
        ...(places !== null && places.boxes.length > 0 && { inBoxes: places.boxes.map(envelope) }),
      },
    ];
  },

  search(listing: Listing) {
    const point = pointOf(listing);
    const divisions = { terms: { inDivisions: [...divisionsOf(listing).map(String), ANYWHERE] } };
    const boxes = point && {
      geo_shape: { inBoxes: { shape: { type: 'point', coordinates: [point.lng, point.lat] }, relation: 'intersects' } },
    };
    return idsOnly([
      boxes ? { bool: { should: [divisions, boxes], minimum_should_match: 1 } } : divisions,
      { term: { forTransactions: transactionOf(listing) } },
      { term: { forTypes: typeOf(listing) } },
      { percolate: { field: 'query', document: documentOf(listing) } },
    ]);
  },
};

const envelope = ({ minLat, maxLat, minLng, maxLng }: BoundingBox) => ({
  type: 'envelope',
  coordinates: [
    [minLng, maxLat],
    [maxLng, minLat],
  ],
});
