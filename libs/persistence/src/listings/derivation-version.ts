/**
 * Rises when `ConditionColumns` get a column or a column gets another meaning, together with the condition of the index
 * `listing_underived`: a worker then writes the columns of every stored listing anew (`DerivationStore`).
 */
export const DERIVATION_VERSION = 3;

/** Rows of this version and later have all that conditions ask of their states, former ones included. */
export const STATES_SINCE = 2;

/** Rows of this version and later have the words of their title among their words (`titleWord`). */
export const TITLE_WORDS_SINCE = 3;
