import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Words of every row say which part of its city it was written into. The derivation job of a worker writes them for the
 * rows that are there; until it has, a search gathers all of a city at once.
 */
export class CityParts1764800000051 implements MigrationInterface {
  name = 'CityParts1764800000051';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [index, column] of INDEXES) {
      await runner.query(`drop index concurrently if exists ${index}`);
      await runner.query(`create index concurrently ${index} on listing (${column}) where derivation < 5`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [index, column] of INDEXES) {
      await runner.query(`drop index ${index}`);
      await runner.query(`create index ${index} on listing (${column}) where derivation < 4`);
    }
  }
}

const INDEXES = [
  ['listing_underived', 'id'],
  ['listing_derivation', 'derivation'],
] as const;
