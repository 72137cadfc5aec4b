import type { Criteria } from '@gable/domain/criteria';
import type { NotificationConfig } from '@gable/domain/alert';
import type { Database } from '../../database/database.js';
import type { LoadedAlert } from './consumer-rows.js';
import {
  SELECT_ALERTS_BY_ID,
  SELECT_ALERT_VERSIONS,
  SELECT_FLOOR,
  SELECT_OPEN_ALERTS,
  SELECT_WATERMARK,
} from '../statements/load-alerts.js';

/** An alert that was written at or after a watermark. */
export interface AlertVersion {
  readonly id: string;
  readonly xid: number;
}

/** Reads alerts for the workers, of all accounts. */
export class AlertReader {
  constructor(private readonly database: Database) {}

  /** The open alerts of these shards, page by page. While one is worked on the next is read already. */
  async *pages(shards: readonly number[], size: number): AsyncGenerator<readonly LoadedAlert[]> {
    const left = [...shards];
    const begin = (after: string) => {
      const shard = left[0];
      if (shard === undefined) return undefined;
      const page = this.database.query<AlertRecord>(SELECT_OPEN_ALERTS, [shard, after, size]);
      page.catch(() => {}); // thrown where it is waited for, if it still is
      return page;
    };
    for (let ahead = begin(NO_ID); ahead !== undefined;) {
      const page = await ahead;
      if (page.length < size) left.shift();
      ahead = begin(page.length < size ? NO_ID : page.at(-1)!.id);
      yield page.map(loadedAlert);
    }
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

  /** These alerts as they are now, removed ones too; one that is gone is left out. */
  async read(ids: readonly string[]): Promise<LoadedAlert[]> {
    return (await this.database.query<AlertRecord>(SELECT_ALERTS_BY_ID, [ids])).map(loadedAlert);
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
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

interface AlertRecord {
  id: string;
  shard: number;
  xid: string;
  is_open: boolean;
  active_since: string;
  criteria: Criteria;
  criteria_version: number;
  notification_config: NotificationConfig | null;
  has_destination: boolean;
}

function loadedAlert(row: AlertRecord): LoadedAlert {
  return {
    id: row.id,
    shard: row.shard,
    xid: Number(row.xid),
    isOpen: row.is_open,
    activeSince: row.active_since,
    criteria: row.criteria,
    criteriaVersion: row.criteria_version,
    notificationConfig: row.notification_config,
    hasDestination: row.has_destination,
  };
}
