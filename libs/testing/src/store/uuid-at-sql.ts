/**
 * An expression for a new UUIDv7 of an instant, for specs that fill a store inside the database: `uuidv7()` is of
 * PostgreSQL 18, and Gable runs on 16.
 * @param at an expression of type `timestamptz`
 */
export function uuidAtSql(at: string): string {
  const milliseconds = `lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')`;
  return `(${milliseconds} || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`;
}
