import type { NotificationConfig } from '@gable/domain/alert';
import { restoreCriteria, type Criteria, type Shape, type StoredCriteria } from '@gable/domain/criteria';

/** An alert as a worker loads it. */
export interface LoadedAlert {
  readonly id: string;
  readonly shard: number;
  /** The transaction of its last write. */
  readonly xid: number;
  /** False where it was switched off or removed: then it has to go. */
  readonly isOpen: boolean;
  /** pg_snapshot as text: what was committed when it was made or activated. */
  readonly activeSince: string;
  /**
   * Not checked: a row that somebody spoilt is found when it is added to the index. A sentence where they cannot be
   * loaded at all: they are too large, or a shape is missing.
   */
  readonly criteria: Criteria | string;
  readonly criteriaVersion: number;
  readonly notificationConfig: NotificationConfig | null;
  readonly hasDestination: boolean;
}

/** An alert as the statements that load pages answer it. */
export interface LoadedAlertRow {
  id: string;
  shard: number;
  xid: string;
  is_open: boolean;
  active_since: string;
  bytes: number;
  shape_ids: string[];
  shape_positions: number;
  is_too_large: boolean;
  /** Null where they are too large. */
  criteria: StoredCriteria | null;
  criteria_version: number;
  notification_config: NotificationConfig | null;
  has_destination: boolean;
  scanned: number;
}

/**
 * What a worker takes into memory. A body of 64 kB makes criteria of half a megabyte at most, and
 * CRITERIA_MAX_POSITIONS cannot be set higher: only what older versions or other hands wrote is beyond.
 */
export const LOADABLE = { criteriaBytes: 4 * 1024 * 1024, shapePositions: 1_000_000 } as const;

/** The alert with the geometries of its shapes. */
export function loadedAlert(row: LoadedAlertRow, shapes: ReadonlyMap<string, Shape>): LoadedAlert {
  return {
    id: row.id,
    shard: row.shard,
    xid: Number(row.xid),
    isOpen: row.is_open,
    activeSince: row.active_since,
    criteria: criteriaOf(row, shapes),
    criteriaVersion: row.criteria_version,
    notificationConfig: row.notification_config,
    hasDestination: row.has_destination,
  };
}

function criteriaOf(
  { criteria, is_too_large: isTooLarge, bytes, shape_positions: positions }: LoadedAlertRow,
  shapes: ReadonlyMap<string, Shape>,
): Criteria | string {
  if (isTooLarge || criteria === null)
    return (
      `They are too large: ${bytes} bytes with shapes of ${positions} positions; ` +
      `at most ${LOADABLE.criteriaBytes} and ${LOADABLE.shapePositions} are loaded.`
    );
  try {
    return restoreCriteria(criteria, (id) => shapes.get(id));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
