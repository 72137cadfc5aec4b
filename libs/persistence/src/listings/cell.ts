/**
 * What a cell of a COPY may hold. Objects are written as JSON, arrays of numbers or uuids as PostgreSQL arrays, bytes
 * as bytea.
 */
export type Cell =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | readonly (number | string)[]
  | { readonly json: unknown }
  | null
  | undefined;

/** An array as PostgreSQL reads it, of values that need no quotes (numbers, ids, keys): `pg` looks for them in each. */
export const arrayText = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;
