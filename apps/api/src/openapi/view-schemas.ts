import { isAttribute, type Attribute, type AttributeGroup } from '@gable/domain/listing';
import type { ViewField } from '@gable/domain/property';
import { ApiJsonProperty } from './decorators.js';
import {
  answer,
  boolean,
  dateTime,
  integer,
  listOf,
  number,
  oneWordOf,
  orNull,
  string,
  uuid,
  type Schema,
} from './schema.js';

/** Describes members of a class of an answer from the domain's table of them. */
export function describeView(type: abstract new () => object, fields: Readonly<Record<string, ViewField>>): void {
  for (const [name, { holds, where }] of Object.entries(fields)) {
    const schema = schemaOf(holds);
    ApiJsonProperty(where === 'null where not stated' ? orNull(schema) : schema, {
      required: where !== 'left out where not stated',
    })(type.prototype as object, name);
  }
}

/** Of an object the members that are stated stand in it; of a source all do. */
function schemaOf(holds: Attribute | AttributeGroup): Schema {
  if (!isAttribute(holds)) {
    const members = Object.fromEntries(Object.entries(holds).map(([name, member]) => [name, schemaOf(member)]));
    return answer(members, 'domain' in members ? [] : Object.keys(members));
  }
  const value = valueSchema(holds);
  const described = holds.says === undefined ? {} : { description: holds.says };
  return holds.isList ? listOf(value, described) : { ...value, ...described };
}

function valueSchema({ type, words = [] }: Attribute): Schema {
  switch (type) {
    case 'text':
      return string;
    case 'uuid':
      return uuid;
    case 'moment':
      return dateTime;
    case 'number':
      return number;
    case 'integer':
      return integer;
    case 'flag':
      return boolean;
    case 'word':
      return oneWordOf(words);
  }
}
