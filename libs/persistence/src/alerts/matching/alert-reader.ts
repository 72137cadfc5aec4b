import type { Queryable } from '../../database/database.js';
import { inPortions } from '../../database/in-portions.js';
import { FIRST_ID } from '../../database/new-id.js';
import {
  SELECT_ALERTS_BY_ID,
  SELECT_ALERT_VERSIONS,
  SELECT_FLOOR,
  SELECT_OPEN_ALERTS,
  SELECT_WATERMARK,
} from '../statements/load-alerts.js';
import { LOADABLE, loadedAlert, type LoadedAlert, type LoadedAlertRow } from './loaded-alert.js';
import { SharedShapes } from './shared-shapes.js';

/** An alert that was written at or after a watermark. */
export interface AlertVersion {
  readonly id: string;
  readonly xid: number;
}

const ALERTS_AT_ONCE = 2_000;
/** Criteria of one page; the largest alert alone may have as much. */
const BYTES_AT_ONCE = 2 * LOADABLE.criteriaBytes;
/** Positions of shapes that are read at once: some 20 ms of parsing. */
const POSITIONS_AT_ONCE = 50_000;

/**
 * Reads alerts for the workers, of all accounts. However large alerts are, a page of them is not: what does not fit
 * waits for the next page, and criteria that are too large to load never leave the database.
 */
export class AlertReader {
  private readonly shapes: SharedShapes;

  constructor(private readonly database: Queryable) {
    this.shapes = new SharedShapes(database);
  }

  /** The open alerts of these shards in portions. While one is worked on the next page is read already. */
  pages(shards: readonly number[]): AsyncGenerator<readonly LoadedAlert[]> {
    return this.portions(SELECT_OPEN_ALERTS, shards);
  }

  /** These alerts as they are now, removed ones too, in portions; one that is gone is left out. */
  read(ids: readonly string[]): AsyncGenerator<readonly LoadedAlert[]> {
    return this.portions(SELECT_ALERTS_BY_ID, [ids]);
  }

  /**
   * Alerts of these shards written by transactions from the watermark on, removed ones too, and the next watermark:
   * whatever is not among them now has that xid or a later one. Read after the changes it sees every write that was
   * committed before one of them.
   */
  async versionsFrom(
    watermark: number,
    shards: readonly number[],
  ): Promise<{ versions: AlertVersion[]; watermark: number; now: Date }> {
    const [row] = await this.database.query<{ watermark: string; now: Date; ids: string[]; xids: number[] }>(
      SELECT_ALERT_VERSIONS,
      [watermark, shards],
    );
    const { ids, xids, now } = row!;
    return { versions: ids.map((id, i) => ({ id, xid: xids[i]! })), watermark: Number(row!.watermark), now };
  }

  /** An xid that no change after `position` lies below, whether to be seen by now or not. */
  async floor(position: number): Promise<number> {
    const [row] = await this.database.query<{ floor: string }>(SELECT_FLOOR, [position]);
    return Number(row!.floor);
  }

  /**
   * Where to begin reading versions, taken before the first page: what a page does not show yet is written from here
   * on.
   */
  async watermark(): Promise<number> {
    const [row] = await this.database.query<{ watermark: string }>(SELECT_WATERMARK);
    return Number(row!.watermark);
  }

  /** All that the statement answers for the first of `all`, then for the next: pages are asked for across them. */
  private async *portions(
    statement: string,
    all: readonly (number | readonly string[])[],
  ): AsyncGenerator<readonly LoadedAlert[]> {
    const begin = (place: number, after: string) => {
      const { criteriaBytes, shapePositions } = LOADABLE;
      const parameters = [after, ALERTS_AT_ONCE, criteriaBytes, BYTES_AT_ONCE, shapePositions, all[place]];
      const page = this.database.query<LoadedAlertRow>(statement, parameters);
      page.catch(() => {}); // thrown where it is waited for, if it still is
      return page;
    };
    for (let [place, after] = [0, FIRST_ID], ahead = begin(place, after); place < all.length;) {
      const page = await ahead;
      if (isWhole(page)) [place, after] = [place + 1, FIRST_ID];
      else after = page.at(-1)!.id;
      if (place < all.length) ahead = begin(place, after);
      for (const rows of inPortions(page, positionsOf, POSITIONS_AT_ONCE)) {
        const shapes = await this.shapes.read(rows.flatMap(shapesOf));
        yield rows.map((row) => loadedAlert(row, shapes));
      }
    }
  }
}

/** Whether nothing can follow: it has fewer alerts than there may be, and no next one can have been too many bytes. */
function isWhole(page: readonly LoadedAlertRow[]): boolean {
  const bytes = page.reduce((sum, row) => sum + (row.criteria === null ? 0 : row.bytes), 0);
  return page.length < ALERTS_AT_ONCE && bytes <= BYTES_AT_ONCE - LOADABLE.criteriaBytes;
}

const shapesOf = ({ criteria, shape_ids: ids }: LoadedAlertRow): readonly string[] =>
  criteria === null || ids === null ? [] : ids;

const positionsOf = ({ criteria, shape_positions: positions }: LoadedAlertRow): number =>
  criteria === null ? 0 : positions;
