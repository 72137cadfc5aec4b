export { BatchStore, type MemberKey } from './batch-store.js';
export { PlanReader, RegroupReader } from './regroup-reader.js';
export { commitSpanOf, eventSpanOf, type TracedState } from './change-trace.js';
export { ChangeStore } from './change-store.js';
export type {
  Batch,
  BatchRows,
  ListingHead,
  MovedListing,
  NamedSource,
  PropertyMember,
  PropertyRow,
  SourceChange,
  StateRow,
  StoredListing,
  StoredProperty,
  StoredSource,
  ChangeRow,
  MarketEventRow,
  RevisionRow,
} from './rows.js';
export { ResetStore } from './reset-store.js';
export { type SnapshotSource, SnapshotStore, type SnapshotPortion } from './snapshot-store.js';
export { type KnownSource, type MeasuredSource, type Source, SourceStore } from './source-store.js';
export { WordIndexStore } from './word-index-store.js';
export { WordStore } from './word-store.js';
export { IngestOvertaken, writeBatch } from './write-batch.js';
export {
  cityPartWord,
  foldedTextOf,
  PART_SIGN,
  PARTS,
  partWord,
  placeWord,
  readFoldedText,
  searchableText,
  searchableWords,
  titleWord,
} from './folded-text.js';
export { LISTING } from './copied-tables.js';
export { copyRows, type EncodedRows } from './copy-rows.js';
export { FLAG_COLUMNS, FORMER_COLUMNS, LIST_COLUMNS, RANGE_COLUMNS } from './listing-columns.js';
export {
  CITY_PARTS_SINCE,
  DERIVATION_VERSION,
  PHRASES_SINCE,
  STATES_SINCE,
  TITLE_WORDS_SINCE,
} from './derivation-version.js';
export { SELECT_IS_DERIVED } from './statements/derivation.js';
export { SELECT_WORDS_WHOLE } from './statements/word-index.js';
export { DerivationStore, type DerivedPortion } from './derivation-store.js';
