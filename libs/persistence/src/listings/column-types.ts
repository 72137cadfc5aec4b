import { getMetadataArgsStorage } from 'typeorm';
import type { CellType } from './cell-writer.js';

export type EntityClass = abstract new () => object;

/** The types of an entity's columns, those of its embedded ones too, by property. */
export function columnTypes(entity: EntityClass): ReadonlyMap<string, CellType> {
  const { columns, embeddeds } = getMetadataArgsStorage();
  const own = columns
    .filter(({ target }) => target === entity)
    .map(
      ({ propertyName, options: { type, array } }) => [propertyName, `${String(type)}${array ? '[]' : ''}`] as const,
    );
  const embedded = embeddeds
    .filter(({ target }) => target === entity)
    .flatMap(({ type }) => [...columnTypes(type() as EntityClass)]);
  return new Map([...own, ...embedded]);
}
