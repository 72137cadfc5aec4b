import { LIST_FIELDS, MADE_RANGE_FIELDS, type ListField, type RangeField, type StoredCriteria } from './criteria.js';
import { RANGE_FIELD_TABLE } from './fields.js';
import { LIST_FIELD_TABLE } from './list-fields.js';

/**
 * Fields that stored listings had no columns for before an update: a worker writes them (`DerivationStore`), and until
 * it is done, listings that were stored before look as if they did not state them.
 */
const DERIVED_FIELDS: ReadonlySet<string> = new Set<RangeField | ListField>([
  ...MADE_RANGE_FIELDS,
  ...LIST_FIELDS.filter((field) => field !== 'sourceId' && field !== 'currency'),
]);

/** Where the alert form has the derived fields that criteria ask for, each once: `priceCut.percent`. */
export function derivedFieldsIn(criteria: StoredCriteria): readonly string[] {
  return [...new Set(pathsIn(criteria))];
}

function pathsIn({ conditions, children }: StoredCriteria): readonly string[] {
  const own = conditions.flatMap((condition) => {
    if (condition.kind === 'words') return ['text'];
    if (!('field' in condition) || !DERIVED_FIELDS.has(condition.field)) return [];
    if (condition.kind === 'range') return [RANGE_FIELD_TABLE[condition.field].paths[0].join('.')];
    return condition.kind === 'list' ? [LIST_FIELD_TABLE[condition.field].path.join('.')] : [];
  });
  return [...own, ...children.flatMap(pathsIn)];
}
