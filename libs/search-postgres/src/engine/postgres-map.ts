import type { Criteria } from '@gable/domain/criteria';
import { mapCells, type MapQuery, type MapResult, type PropertyMap, type Total } from '@gable/search';
import { keyRangesOf } from './key-ranges.js';
import { countWithoutPlaceStatement, mapStatement, type CellRow } from './map-statement.js';
import type { StatementRunner } from './statement-runner.js';

/** `PropertyMap` on PostgreSQL. */
export class PostgresMap implements PropertyMap {
  constructor(private readonly runner: StatementRunner) {}

  async cells({ criteria, tileZoom, within, view }: MapQuery): Promise<MapResult> {
    const found = await this.runner.compile(criteria);
    const near = view ? keyRangesOf(view) : null;
    const places = within ? { within } : near && { near };
    const rows = await this.runner.run<CellRow>(mapStatement(found, tileZoom, places));
    return { cells: mapCells(rows), backend: 'postgres' };
  }

  async countWithoutPlace(criteria: Criteria): Promise<Total> {
    const found = await this.runner.compile(criteria, { readsTexts: false });
    const row = await this.runner.readWithin<{ total: number }>(countWithoutPlaceStatement(found));
    return { total: row?.total ?? 0, totalIsExact: row !== null };
  }
}
