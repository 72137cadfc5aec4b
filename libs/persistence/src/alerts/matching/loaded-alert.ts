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
   * Parsed whenever they are asked for, and not checked: a row that somebody spoilt is found when it is added to the
   * index. A sentence where they cannot be loaded at all: they are too large, or a shape is missing.
   */
  readonly criteria: Criteria | string;
  /** The criteria as JSON; null where they are too large or name shapes. */
  readonly plainCriteria: string | null;
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
  /** Null where they name none. */
  shape_ids: string[] | null;
  shape_positions: number;
  /** Null where they are too large. */
  criteria: string | null;
  criteria_version: number;
  notification_config: NotificationConfig | null;
  has_destination: boolean;
}

/**
 * What a worker takes into memory. A body of 64 kB makes criteria of half a megabyte at most, and
 * CRITERIA_MAX_POSITIONS cannot be set higher: only what older versions or other hands wrote is beyond.
 */
export const LOADABLE = { criteriaBytes: 4 * 1024 * 1024, shapePositions: 1_000_000 } as const;

/** The alert with the geometries of its shapes. */
export function loadedAlert(row: LoadedAlertRow, shapes: ReadonlyMap<string, Shape>): LoadedAlert {
  return new Loaded(row, shapes);
}

/** A million of them are made at a start: what each holds is its row. */
class Loaded implements LoadedAlert {
  readonly id: string;
  readonly plainCriteria: string | null;

  constructor(
    private readonly row: LoadedAlertRow,
    private readonly shapes: ReadonlyMap<string, Shape>,
  ) {
    const { id, criteria, shape_ids: shapeIds } = row;
    this.id = id;
    this.plainCriteria = criteria !== null && shapeIds === null && !criteria.includes('"shape"') ? criteria : null;
  }

  get criteria(): Criteria | string {
    const { plainCriteria } = this;
    return plainCriteria === null ? criteriaOf(this.row, this.shapes) : (JSON.parse(plainCriteria) as Criteria);
  }

  get shard(): number {
    return this.row.shard;
  }

  get xid(): number {
    return Number(this.row.xid);
  }

  get isOpen(): boolean {
    return this.row.is_open;
  }

  get activeSince(): string {
    return this.row.active_since;
  }

  get criteriaVersion(): number {
    return this.row.criteria_version;
  }

  get notificationConfig(): NotificationConfig | null {
    return this.row.notification_config;
  }

  get hasDestination(): boolean {
    return this.row.has_destination;
  }
}

function criteriaOf(
  { criteria, bytes, shape_positions: positions }: LoadedAlertRow,
  shapes: ReadonlyMap<string, Shape>,
): Criteria | string {
  if (criteria === null)
    return (
      `They are too large: ${bytes} bytes with shapes of ${positions} positions; ` +
      `at most ${LOADABLE.criteriaBytes} and ${LOADABLE.shapePositions} are loaded.`
    );
  try {
    return restoreCriteria(JSON.parse(criteria) as StoredCriteria, (id) => shapes.get(id));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
