import { propertyTypeCode } from '../values/property-type.js';
import type { PropertyType } from '../values/vocabulary.js';
import { readCondition, type ConditionTable, type Criteria, type Shape } from './criteria.js';
import { criteriaNode } from './criteria-node.js';
import { FLAG_FIELD_TABLE, RANGE_FIELD_TABLE, type FieldPath } from './fields.js';

/** A node in the alert form (docs/criteria.md), ready for JSON. */
export type CriteriaJson = { [key: string]: unknown };

/**
 * Writes criteria in the alert form: types as integers, `includedDivisionIds`, `centerPoint` as JSON in a string,
 * `children` with `operator`. Parsing the result gives the same tree again.
 */
export function formatCriteria(criteria: Criteria): CriteriaJson {
  // A tree built by hand may hold two conditions of one kind in a node, which the form cannot say.
  const { conditions, operator, children } = criteriaNode(criteria.conditions, criteria.operator, criteria.children);
  const json: CriteriaJson = {};
  for (const condition of conditions) readCondition(write, condition, json);
  if (children.length > 0) {
    json['operator'] = operator;
    json['children'] = children.map((child) => formatCriteria(child));
  }
  return json;
}

const write: ConditionTable<[CriteriaJson], void> = {
  range: ({ field, min, max, allowNull }, json) => {
    put(json, RANGE_FIELD_TABLE[field].paths[0], {
      ...(min !== null && { min }),
      ...(max !== null && { max }),
      ...(allowNull && { allowNull }),
    });
  },
  flag: ({ field, value, allowNull }, json) => {
    put(json, FLAG_FIELD_TABLE[field].paths[0], { value, ...(allowNull && { allowNull }) });
  },
  transactionType: ({ included }, json) => {
    json['transactionType'] = included.length === 1 ? { value: included[0] } : { included: [...included] };
  },
  propertyType: ({ included, excluded }, json) => {
    json['propertyType'] = {
      ...(included && { included: codes(included) }),
      ...(excluded && { excluded: codes(excluded) }),
    };
  },
  division: ({ included, excluded }, json) => {
    add(json, 'location', {
      ...(included && { includedDivisionIds: [...included] }),
      ...(excluded && { excludedDivisionIds: [...excluded] }),
    });
  },
  circle: ({ center, radiusMeters }, json) => {
    add(json, 'location', {
      centerPoint: JSON.stringify({ latitude: center.lat, longitude: center.lng }),
      radiusMeters,
    });
  },
  shape: ({ included, excluded }, json) => {
    add(json, 'location', {
      ...(included && { includedGeoShapeIds: ids(included) }),
      ...(excluded && { excludedGeoShapeIds: ids(excluded) }),
    });
  },
};

function put(json: CriteriaJson, [head, inner]: FieldPath, value: CriteriaJson): void {
  if (inner === undefined) json[head] = value;
  else add(json, head, { [inner]: value });
}

function add(json: CriteriaJson, key: string, members: CriteriaJson): void {
  json[key] = { ...(json[key] as CriteriaJson | undefined), ...members };
}

function codes(types: readonly PropertyType[]): number[] {
  return types.map(propertyTypeCode);
}

function ids(shapes: readonly Shape[]): string[] {
  return shapes.map(({ id }) => id);
}
