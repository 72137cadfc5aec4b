export {
  listingIdsSql,
  lookForPhrases,
  type PhraseListings,
  type PhraseLook,
  type PhraseSets,
} from './phrase-reader.js';
export { signatureOf } from './phrase-signature.js';
export { SegmentStore } from './segment-store.js';
