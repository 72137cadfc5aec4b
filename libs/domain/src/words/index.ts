export { foldText, wordsOf } from './fold-text.js';
export { CUT, type FoldedUnits, foldUnits, hashOfWord, LONGEST_WORD, mixUnit, NO_LETTERS } from './fold-units.js';
export {
  isBeginning,
  type ListingWords,
  needleOf,
  TEXT_FIELDS,
  type TextField,
  wordsOfListing,
} from './listing-words.js';
export { type WordPlace, wordPlaces } from './word-places.js';
