import { PhraseSignatureEntity } from '../phrases/phrase-signature.entity.js';
import { signatureOf } from '../phrases/phrase-signature.js';
import { IndexDirtyEntity } from '../indexing/index-dirty.entity.js';
import { PropertyEntity } from '../properties/property.entity.js';
import { urlHash } from '../database/url-hash.js';
import { copiedTable } from './copied-table.js';
import { ListingBlockEntity } from './listing-block.entity.js';
import { ListingChangeEntity } from './listing-change.entity.js';
import type { ConditionColumns } from './condition-columns.js';
import { DERIVATION_VERSION } from './derivation-version.js';
import { FormerListingEntity } from './former-listing.entity.js';
import { conditionCellsOf, foldedTextOfRow, WORD_CELLS, type WordColumns } from './listing-columns.js';
import { ListingRevisionEntity } from './listing-revision.entity.js';
import { ListingStateEntity } from './listing-state.entity.js';
import { ListingEntity } from './listing.entity.js';
import type { ChangeRow, PropertyRow, RevisionRow, StateRow, StoredListing } from './rows.js';

/** What a batch fills, one entry per column. Left out is what takes its default. */
export const PROPERTY = copiedTable<Omit<PropertyEntity, 'mapKey'>, PropertyRow>(PropertyEntity, 'property', {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: (_, now) => now,
  minPrice: ({ minPrice }) => minPrice,
  maxPrice: ({ maxPrice }) => maxPrice,
  maxArea: ({ maxArea }) => maxArea,
  minPricePerArea: ({ minPricePerArea }) => minPricePerArea,
  onlineCount: ({ onlineCount }) => onlineCount,
  lat: ({ lat }) => lat,
  lng: ({ lng }) => lng,
  revision: ({ revision }) => revision,
  mergedInto: ({ mergedInto }) => mergedInto,
});

/** The mark of a new property. */
export const INDEX_DIRTY = copiedTable<Pick<IndexDirtyEntity, 'propertyId' | 'revisionId'>, PropertyRow>(
  IndexDirtyEntity,
  'index_dirty',
  {
    propertyId: ({ id }) => id,
    revisionId: ({ revision }) => revision,
  },
);

/** A listing as it is now. */
export const LISTING = copiedTable<
  Omit<ListingEntity, 'source' | 'property' | 'conditions'> & ConditionColumns,
  StoredListing
>(ListingEntity, 'listing', {
  id: ({ id }) => id,
  sourceId: ({ sourceId }) => sourceId,
  externalId: ({ externalId }) => externalId,
  propertyId: ({ propertyId }) => propertyId,
  revisionId: ({ revisionId }) => revisionId,
  online: ({ online }) => online,
  observedAt: ({ observedAt }) => new Date(observedAt),
  lastEventAt: ({ lastEventAt }) => new Date(lastEventAt),
  contentHash: ({ contentHash }) => contentHash,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  urlHash: ({ state }) => (state.url === undefined ? null : urlHash(state.url)),
  groupingScore: ({ groupingScore }) => groupingScore,
  groupingReasons: ({ groupingReasons }) => (groupingReasons === null ? null : { json: groupingReasons }),
  derivation: () => DERIVATION_VERSION,
  ...WORD_CELLS,
  ...conditionCellsOf<StoredListing>(),
});

/** The signed texts of a new listing. */
export const PHRASE_SIGNATURE = copiedTable<PhraseSignatureEntity, StoredListing>(
  PhraseSignatureEntity,
  'phrase_signature',
  {
    listingId: ({ id }) => id,
    signature: (row) => signatureOf(foldedTextOfRow(row)),
  },
);

/** What the revisions before a revision tell. */
export const LISTING_STATE = copiedTable<Omit<ListingStateEntity, 'listing'>, StateRow>(
  ListingStateEntity,
  'listing_state',
  {
    listingId: ({ listingId }) => listingId,
    revisionId: ({ revisionId }) => revisionId,
    past: ({ past }) => ({ json: past }),
  },
);

/** What the derivation job writes of a listing: `id` and `revision_id` name the row. */
export const DERIVED = copiedTable<Pick<ListingEntity, 'id' | 'revisionId'> & WordColumns & ConditionColumns, StateRow>(
  ListingEntity,
  'listing',
  {
    id: ({ listingId }) => listingId,
    revisionId: ({ revisionId }) => revisionId,
    ...WORD_CELLS,
    ...conditionCellsOf<StateRow>(),
  },
);

/** A state of a listing that another has replaced. */
export const FORMER_LISTING = copiedTable<
  Omit<FormerListingEntity, 'listing' | 'conditions'> & ConditionColumns,
  StateRow
>(FormerListingEntity, 'former_listing', {
  listingId: ({ listingId }) => listingId,
  revisionId: ({ revisionId }) => revisionId,
  sourceId: ({ sourceId }) => sourceId,
  foldedText: WORD_CELLS.foldedText,
  ...conditionCellsOf<StateRow>(),
});

/** A state of a listing. */
export const LISTING_REVISION = copiedTable<Omit<ListingRevisionEntity, 'listing'>, RevisionRow>(
  ListingRevisionEntity,
  'listing_revision',
  {
    listingId: ({ listingId }) => listingId,
    revisionId: ({ revisionId }) => revisionId,
    online: ({ online }) => online,
    observedAt: ({ observedAt }) => new Date(observedAt),
    recordedAt: (_, now) => now,
    state: ({ state }) => ({ json: state }),
  },
);

/** A listing under a blocking key. */
export const LISTING_BLOCK = copiedTable<Omit<ListingBlockEntity, 'listing'>, { key: string; listingId: string }>(
  ListingBlockEntity,
  'listing_block',
  { blockKey: ({ key }) => key, listingId: ({ listingId }) => listingId },
);

/** A change for the matcher. Its number and its transaction come from the database. */
export const LISTING_CHANGE = copiedTable<Omit<ListingChangeEntity, 'id' | 'xid' | 'listing'>, ChangeRow>(
  ListingChangeEntity,
  'listing_change',
  {
    listingId: ({ listingId }) => listingId,
    propertyId: ({ propertyId }) => propertyId,
    revisionId: ({ revisionId }) => revisionId,
    previousPropertyId: ({ previousPropertyId }) => previousPropertyId,
    siblingIds: ({ siblings }) => siblings.map(({ listingId }) => listingId),
    siblingRevisions: ({ siblings }) => siblings.map(({ revisionId }) => revisionId),
    offlineSiblingIds: ({ offlineSiblingIds }) => (offlineSiblingIds.length === 0 ? null : offlineSiblingIds),
    createdAt: (_, now) => now,
  },
);
