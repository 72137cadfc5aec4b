export { DRIFT_KINDS, type DriftKind } from './compare-revisions.js';
export { writeDocuments, type WriteOutcome } from './document-writer.js';
export { IndexAdmin, writeAliasOf } from './index-admin.js';
export { IndexComparison, type Difference } from './index-comparison.js';
export { PropertyDocuments, type IndexedState } from './property-documents.js';
export { purgeTombstones } from './purge-tombstones.js';
export {
  Rebuild,
  REBUILD_LOCK,
  RebuildFailed,
  type IndexRecord,
  type IndexRegister,
  type RebuildProgress,
  type RebuildSizes,
  type RefusalBook,
} from './rebuild.js';
