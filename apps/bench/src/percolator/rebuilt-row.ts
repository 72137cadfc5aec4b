import { divisionsOf, fieldValue, RANGE_FIELDS, type Criteria } from '@gable/domain/criteria';
import { pointOf } from '@gable/domain/testing';

import type { Listing } from '@gable/domain/listing';
import { ANY_TYPE, ANYWHERE, boxDocuments, cell, COMMON_FIELDS, treeDocuments } from './box.js';
import { conjunctionsOf } from './conjunctions.js';
import { squaresOf } from './grid.js';
import { documentOf, LISTING_FIELDS, state, statesOf, transactionOf, typeOf } from './listing-document.js';
import { idsOnly, type Row } from './row.js';

/**
 * Gable's own design, rebuilt by hand out of what the server does best. One document per conjunction of an alert. It is
 * found by its *cells*, keywords of place (division or square of a grid), transaction and type: a listing asks for
 * about thirty, and their postings lead. The four common ranges are two doubles each, compared in doc values for what
 * the cells left; flags and exclusions are *forbidden states*, postings again. Only geometry and rare ranges, a quarter
 * of the boxes, are left to the percolator, which then verifies the few that passed everything else, on a document that
 * holds no more than those ask.
 */
export const REBUILT_ROW: Row = {
  name: 'rebuilt',
  mappings: {
    dynamic: 'strict',
    _source: { enabled: false },
    properties: {
      alert: { type: 'integer', index: false },
      query: { type: 'percolator' },
      ...LISTING_FIELDS,
      cells: { type: 'keyword', doc_values: false },
      forbidden: { type: 'keyword', doc_values: false },
      plain: { type: 'boolean', doc_values: false },
      ...Object.fromEntries(
        COMMON_FIELDS.flatMap((field) => [
          [`${field}Min`, { type: 'double' }],
          [`${field}Max`, { type: 'double' }],
        ]),
      ),
    },
  },

  documents(alert: number, criteria: Criteria) {
    const conjunctions = conjunctionsOf(criteria);
    return conjunctions === null
      ? treeDocuments(alert, criteria)
      : conjunctions.flatMap((conditions) => boxDocuments(alert, conditions));
  },

  search(listing: Listing) {
    const bounds = COMMON_FIELDS.flatMap((field) => {
      const value = fieldValue(field, listing);
      return value === undefined
        ? []
        : [{ range: { [`${field}Min`]: { lte: value } } }, { range: { [`${field}Max`]: { gte: value } } }];
    });
    const verified = {
      bool: {
        should: [{ term: { plain: true } }, { percolate: { field: 'query', document: leftoverDocument(listing) } }],
        minimum_should_match: 1,
      },
    };
    const states = [...statesOf(listing), ...divisionsOf(listing).map((id) => state('division', String(id)))];
    return idsOnly([{ terms: { cells: cellsOf(listing) } }, ...bounds, verified], [{ terms: { forbidden: states } }]);
  },
};

function cellsOf(listing: Listing): readonly string[] {
  const point = pointOf(listing);
  const places = [...divisionsOf(listing).map(String), ...(point ? squaresOf(point) : []), ANYWHERE];
  return places.flatMap((place) =>
    [typeOf(listing), ANY_TYPE].map((type) => cell(place, transactionOf(listing), type)),
  );
}

const COMMON: ReadonlySet<string> = new Set(COMMON_FIELDS);
const RARE_UNKNOWN: ReadonlySet<string> = new Set(
  RANGE_FIELDS.filter((field) => !COMMON.has(field)).map((field) => state(field, 'unknown')),
);

/** What a leftover can ask for: divisions, the point, rare numbers and whether they are stated. */
function leftoverDocument(listing: Listing): Record<string, unknown> {
  const asked = Object.entries(documentOf(listing)).filter(
    ([name]) => !COMMON.has(name) && name !== 'transaction' && name !== 'type',
  );
  return { ...Object.fromEntries(asked), states: statesOf(listing).filter((each) => RARE_UNKNOWN.has(each)) };
}
