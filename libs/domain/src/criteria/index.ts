export { type ChangedCondition, compareVerdicts } from './compare-verdicts.js';
export { ANY_LISTING } from './criteria-node.js';
export {
  type BoxCondition,
  type CircleCondition,
  type Condition,
  type ConditionKind,
  type ConditionOf,
  type ConditionTable,
  type Criteria,
  type DivisionCondition,
  FLAG_FIELDS,
  type FlagCondition,
  type FlagField,
  LIST_FIELDS,
  type ListCondition,
  type ListField,
  MADE_RANGE_FIELDS,
  MOMENT_FIELDS,
  type Operator,
  type PropertyTypeCondition,
  RANGE_FIELDS,
  type RangeCondition,
  type RangeField,
  type Shape,
  type ShapeCondition,
  type ShapeReference,
  type StoredCriteria,
  type TransactionTypeCondition,
  WHOLE_NUMBER_FIELDS,
  type WordsCondition,
  readCondition,
} from './criteria.js';
export { derivedFieldsIn } from './derived-fields.js';
export { type PlaceNames, describeCriteria, namedDivisions, namedShapes, namedSources } from './describe-criteria.js';
export {
  type ConditionVerdict,
  type NodeVerdict,
  type PointAtDistance,
  type StatedValue,
  explainMatch,
} from './explain-match.js';
export {
  FLAG_FIELD_TABLE,
  type FieldGroup,
  type FieldPath,
  RANGE_FIELD_TABLE,
  fieldValue,
  type FieldEntry,
} from './fields.js';
export {
  type ListEntry,
  LIST_FIELD_TABLE,
  isBeginning,
  listValue,
  type ListFieldEntry,
  type ListPath,
} from './list-fields.js';
export { type CriteriaJson, formatCriteria } from './format-criteria.js';
export { asksForWords, type Highlight, highlightWords, type TextPart } from './highlight-words.js';
export { divisionsOf, matchCriteria, meetsCondition } from './match-criteria.js';
export { SENTENCE_LANGUAGES, type SentenceLanguage } from './phrases/languages.js';
export { type ParseCriteriaOptions, parseCriteria } from './parsing/parse-criteria.js';
export { CLASSIC_KEYS, type ClassicFilter } from './parsing/known-names.js';
export {
  type CriteriaLimits,
  DEFAULT_CRITERIA_LIMITS,
  MOST_WORD_ENTRIES,
  type Places,
} from './parsing/parsing-context.js';
export { referencedShapes, referencedSources } from './parsing/measure-tree.js';
export { parseBox } from './parsing/read-box.js';
export { parsePoint } from './parsing/parse-point.js';
export { ShapeMissing, restoreCriteria, shapeIdsOf, shapeReferencesOf, toStoredCriteria } from './stored-criteria.js';
export { withCondition, withoutConditions } from './without-conditions.js';
export { nearestName } from '../parsing/suggest.js';
export type { Parsed, Violation } from '../parsing/violations.js';
export type { RangePhrase } from './range-phrases.js';
