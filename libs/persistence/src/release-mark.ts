import { migrations } from './migrations/index.js';

/** The number of the newest migration of this release. */
export const SCHEMA_NUMBER = Math.max(...migrations.map((migration) => schemaNumberOf(new migration().name)));

/** The number of a migration, which its name ends with. */
export function schemaNumberOf(name: string): number {
  return Number(/\d{4}$/.exec(name)?.[0]);
}

/**
 * The name of a connection with the schema of its release, so that others see in pg_stat_activity which releases run
 * beside them. Releases before schema 38 said none.
 */
export const markedName = (applicationName: string): string => `${applicationName} s${SCHEMA_NUMBER}`;

/** The name without that; what a report of a pool says behind it stays. */
export const unmarkedName = (applicationName: string): string => applicationName.replace(/ s\d+(?= |$)/, '');
