export { CUT, foldText, foldUnits, LONGEST_WORD, wordsOf } from './fold-text.js';
export {
  isBeginning,
  type ListingWords,
  needleOf,
  TEXT_FIELDS,
  type TextField,
  wordsOfListing,
} from './listing-words.js';
export { type WordPlace, wordPlaces } from './word-places.js';
