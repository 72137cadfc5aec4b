import { DefaultNamingStrategy, type Table } from 'typeorm';

/** Columns in snake case, constraints as PostgreSQL itself would name them, so that entities repeat neither. */
export class PostgresNamingStrategy extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined): string {
    return customName ?? columnOf(property);
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return `${this.getTableName(table)}_${columns.join('_')}_key`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${this.getTableName(table)}_${columns.join('_')}_fkey`;
  }
}

/** The column of a property: areaIndoor → area_indoor. */
export function columnOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
