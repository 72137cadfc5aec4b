/**
 * Rises when `ConditionColumns` get a column or a column gets another meaning, together with the conditions of the
 * indexes `listing_underived` and `listing_derivation`: a worker then writes the columns of every stored listing anew
 * (`DerivationStore`).
 */
export const DERIVATION_VERSION = 5;

/** Rows of this version and later have all that conditions ask of their states, former ones included. */
export const STATES_SINCE = 2;

/** Rows of this version and later have the words of their title among their words (`titleWord`). */
export const TITLE_WORDS_SINCE = 3;

/** Texts of rows of this version and later are signed (`phrase_signature`). */
export const PHRASES_SINCE = 4;

/** Rows of this version and later have the part of their city among their words (`cityPartWord`). */
export const CITY_PARTS_SINCE = 5;

/** Condition on a listing whose columns are those of an earlier release. */
export const IS_BEHIND = `derivation < ${DERIVATION_VERSION}`;

/** Whether every listing is up to date. */
export const IS_DERIVED = `not exists (select from listing where ${IS_BEHIND})`;
