export * from './criteria.js';
export * from './violation.js';
export * from './limits.js';
export { ANY_LISTING, criteriaNode } from './criteria-node.js';
export {
  fieldValue,
  FIELD_GROUPS,
  FLAG_FIELD_TABLE,
  RANGE_FIELD_TABLE,
  type FieldGroup,
  type FieldPath,
} from './fields.js';
export * from './parsing/index.js';
export * from './parse-criteria.js';
export * from './match-criteria.js';
export * from './explain-match.js';
export * from './compare-verdicts.js';
export * from './format-criteria.js';
export * from './describe-criteria.js';
export * from './criteria-examples.js';
export * from './generate-cases.js';
export { Dice } from './generating/dice.js';
