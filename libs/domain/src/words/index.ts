export {
  CUT,
  foldText,
  foldUnits,
  hashOfWord,
  LONGEST_WORD,
  mixUnit,
  NO_LETTERS,
  type WordVisitor,
  wordsOf,
} from './fold-text.js';
export {
  isBeginning,
  type ListingWords,
  needleOf,
  TEXT_FIELDS,
  type TextField,
  wordsOfListing,
} from './listing-words.js';
export { type WordPlace, wordPlaces } from './word-places.js';
