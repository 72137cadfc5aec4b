/**
 * Rises when `ConditionColumns` get a column or a column gets another meaning, together with the condition of the index
 * `listing_underived`: a worker then writes the columns of every stored listing anew (`DerivationStore`).
 */
export const DERIVATION_VERSION = 2;
