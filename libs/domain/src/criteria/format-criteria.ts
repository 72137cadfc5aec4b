import { propertyTypeCode } from '../values/property-type.js';
import type { PropertyType } from '../values/vocabulary.js';
import { TEXT_FIELDS } from '../words/listing-words.js';
import {
  MOMENT_FIELDS,
  readCondition,
  type ConditionTable,
  type ShapeReference,
  type StoredCriteria,
} from './criteria.js';
import { criteriaNode, isInOrder } from './criteria-node.js';
import { FLAG_FIELD_TABLE, RANGE_FIELD_TABLE } from './fields.js';
import { LIST_FIELD_TABLE, type ListPath } from './list-fields.js';
import { instant } from './range-phrases.js';

/** A node in the alert form (docs/criteria.md), ready for JSON. */
export type CriteriaJson = { [key: string]: unknown };

/**
 * Writes criteria in the alert form: types as integers, `includedDivisionIds`, `centerPoint` as JSON in a string,
 * `children` with `operator`. Parsing the result gives the same tree again.
 */
export function formatCriteria(criteria: StoredCriteria): CriteriaJson {
  // A tree built by hand may hold two conditions of one kind in a node, which the form cannot say.
  const { conditions, operator, children } = isInOrder(criteria.conditions)
    ? criteria
    : criteriaNode(criteria.conditions, criteria.operator, criteria.children);
  const json: CriteriaJson = {};
  for (const condition of conditions) readCondition(write, condition, json);
  if (children.length > 0) {
    json['operator'] = operator;
    json['children'] = children.map((child) => formatCriteria(child));
  }
  return json;
}

const write: ConditionTable<[CriteriaJson], void, ShapeReference> = {
  range: ({ field, min, max, allowNull }, json) => {
    // A page of alerts holds tens of thousands of ranges: spreading is ten times slower.
    const range: CriteriaJson = {};
    const isMoment = MOMENT_FIELDS.has(field);
    if (min !== null) range['min'] = isMoment ? instant(min) : min;
    if (max !== null) range['max'] = isMoment ? instant(max) : max;
    if (allowNull) range['allowNull'] = allowNull;
    put(json, RANGE_FIELD_TABLE[field].paths[0], range);
  },
  flag: ({ field, value, allowNull }, json) => {
    put(json, FLAG_FIELD_TABLE[field].paths[0], allowNull ? { value, allowNull } : { value });
  },
  list: ({ field, included, excluded, allowNull }, json) => {
    put(json, LIST_FIELD_TABLE[field].path, {
      ...(included && { included: [...included] }),
      ...(excluded && { excluded: [...excluded] }),
      ...(allowNull && { allowNull }),
    });
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
  box: ({ north, south, east, west }, json) => {
    add(json, 'location', { boundingBox: { north, south, east, west } });
  },
  shape: ({ included, excluded }, json) => {
    add(json, 'location', {
      ...(included && { includedGeoShapeIds: ids(included) }),
      ...(excluded && { excludedGeoShapeIds: ids(excluded) }),
    });
  },
  words: ({ all, any, none, in: fields }, json) => {
    json['text'] = {
      ...(all.length > 0 && { all: [...all] }),
      ...(any !== null && { any: [...any] }),
      ...(none.length > 0 && { none: [...none] }),
      ...(fields.length < TEXT_FIELDS.length && { in: [...fields] }),
    };
  },
};

function put(json: CriteriaJson, [head, inner]: ListPath, value: CriteriaJson): void {
  if (inner === undefined) json[head] = value;
  else ((json[head] ??= {}) as CriteriaJson)[inner] = value;
}

function add(json: CriteriaJson, key: string, members: CriteriaJson): void {
  Object.assign((json[key] ??= {}) as CriteriaJson, members);
}

function codes(types: readonly PropertyType[]): number[] {
  return types.map(propertyTypeCode);
}

function ids(shapes: readonly ShapeReference[]): string[] {
  return shapes.map(({ id }) => id);
}
