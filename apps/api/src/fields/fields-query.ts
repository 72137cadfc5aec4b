import type { AnswerMembers, FieldChoice } from './answer-fields.js';
import { MOST_FIELDS, readFields } from './answer-fields.js';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { invalid } from '../http/problem.js';

const DESCRIPTION = [
  'Names of the fields to return, with dots inside: uuid, listings.price, listings.energy.dpe. Without ' +
    'it, all fields are returned.',
  'All other fields are then absent, including those that the schema of the response requires.',
].join(' ');

/** A query parameter with names of fields, separated by commas or repeated. `choiceOf` reads it. */
export const FieldsParameter = () =>
  applyDecorators(
    ApiPropertyOptional({
      description: DESCRIPTION,
      type: String,
      isArray: true,
      style: 'form',
      explode: false,
      minItems: 1,
      maxItems: MOST_FIELDS,
    } as ApiPropertyOptions),
    IsOptional(),
    ValidateBy({
      name: 'areFieldNames',
      validator: {
        validate: (value) => isBounded(namesIn(value)),
        defaultMessage: () => `expects 1 to ${MOST_FIELDS} names of fields, separated by commas`,
      },
    }),
  );

/** A member of a body with names of fields. `readFields` reads it. */
export const FieldsMember = () =>
  applyDecorators(
    ApiPropertyOptional({
      description: DESCRIPTION,
      type: [String],
      nullable: true,
      minItems: 1,
      maxItems: MOST_FIELDS,
    }),
    IsOptional(),
    ValidateBy({
      name: 'isListOfFieldNames',
      validator: {
        validate: (value) => Array.isArray(value) && isBounded(value),
        defaultMessage: () => `expects a list of 1 to ${MOST_FIELDS} names of fields; leave it out for all of them`,
      },
    }),
  );

/** Query parameters of a read whose answer can be trimmed. */
export class FieldsQuery {
  @FieldsParameter() fields?: string | string[];
}

/** What the query asks for. @throws Problem where a name is unknown */
export function choiceOf({ fields }: FieldsQuery, members: AnswerMembers): FieldChoice {
  if (fields === undefined) return undefined;
  const read = readFields(namesIn(fields), members, (index) => `fields[${index}]`);
  if (!read.ok) throw invalid(read.violations);
  return read.value;
}

const namesIn = (value: unknown): unknown[] =>
  [value].flat().flatMap((part: unknown) => (typeof part === 'string' ? part.split(',') : [part]));

const isBounded = (names: readonly unknown[]): boolean => names.length >= 1 && names.length <= MOST_FIELDS;
