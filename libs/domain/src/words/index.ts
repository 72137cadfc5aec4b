export { foldText, wordsOf } from './fold-text.js';
export { beginFolding, foldPiece, lettersOf, type LettersOfPiece, PIECE, PIECE_WORDS } from './fold-letters.js';
export { CUT, LONGEST_WORD } from './fold-units.js';
export {
  isBeginning,
  type ListingWords,
  needleOf,
  TEXT_FIELDS,
  type TextField,
  wordsOfListing,
} from './listing-words.js';
export { type WordPlace, wordPlaces } from './word-places.js';
