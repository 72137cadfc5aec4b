export {
  listingIdsSql,
  lookForPhrases,
  type PhraseListings,
  type PhraseLook,
  type PhraseSets,
  type RunStatement,
} from './phrase-reader.js';
export { signatureOf } from './phrase-signature.js';
export { SegmentStore } from './segment-store.js';
