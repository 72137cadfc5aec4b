import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import type { KnownListing, ListingPast } from '@gable/domain/listing';
import { restoreCriteria, shapeIdsOf, type Criteria, type StoredCriteria } from '@gable/domain/criteria';
import type { Queryable } from '../database/database.js';
import {
  readEndlessPage,
  type EndlessPage,
  type ListCount,
  type ListPosition,
  type ListRange,
} from '../database/endless-list.js';
import { readShapes } from '../geography/read-shapes.js';
import { knownListing } from '../listings/known-listing.js';
import { viewStates } from '../records/shown-state.js';
import { storedEvent, type EventRow, type StoredAlertEvent } from './stored-event.js';
import { countEvents, readEvents, readLastLookedAt, SELECT_EVENT, SELECT_EVIDENCE } from './statements/alert-events.js';

/** Bounds of `createdAt`, all of which hold; ISO 8601. */
export interface EventPeriod {
  /** At or after. */
  after?: string;
  /** At or before. */
  before?: string;
  strictlyAfter?: string;
  strictlyBefore?: string;
}

/** Which events of an alert are listed, and from which end. */
export interface EventSelection extends ListRange {
  period: EventPeriod;
  /** Only these; absent: all. */
  types?: readonly AlertEventType[];
  /** By `createdAt`, then by id, both in this direction. */
  direction: 'asc' | 'desc';
}

/** A listing as one of its revisions has it. */
export interface RevisionState {
  revisionId: number;
  online: boolean;
  listing: KnownListing;
}

/** What an event can be explained by. */
export interface EventEvidence {
  event: Omit<StoredAlertEvent, 'listing'>;
  /** Those that made the event, which may have been replaced since. */
  criteria: Criteria;
  criteriaVersion: number;
  isCurrentVersion: boolean;
  after: RevisionState;
  /** null for a listing's first revision. */
  before: RevisionState | null;
}

/** Events of alerts. An event has no account of its own: it is its alert's, also when that was removed. */
export class AlertEventStore {
  constructor(private readonly database: Queryable) {}

  /** One page; null when the account has no such alert. */
  async list(
    accountId: string,
    alertId: string,
    { period, types, direction, ...range }: EventSelection,
  ): Promise<EndlessPage<StoredAlertEvent> | null> {
    const ofPeriod = [
      accountId,
      alertId,
      period.after ?? null,
      period.before ?? null,
      period.strictlyAfter ?? null,
      period.strictlyBefore ?? null,
    ];
    const codes = types?.map((type) => ALERT_EVENT_TYPES.indexOf(type)) ?? null;
    const [counted] = await this.database.query<ListCount>(countEvents(direction), [...ofPeriod, codes]);
    if (!counted) return null;
    return readEndlessPage(
      {
        isFiltered: codes !== null,
        count: () => Promise.resolve(counted),
        read: async ({ after, offset, limit }) => {
          const parameters = [...ofPeriod, ...cells(after), codes, offset, limit];
          return this.shown(await this.database.query<EventRow>(readEvents(direction), parameters));
        },
        lastLookedAt: async ({ after }) => {
          const parameters = [...ofPeriod, ...cells(after)];
          return (await this.database.query<ListPosition>(readLastLookedAt(direction), parameters))[0] ?? null;
        },
      },
      range,
    );
  }

  /** null when the account has no such alert or the alert no such event. */
  async find(accountId: string, alertId: string, eventId: string): Promise<StoredAlertEvent | null> {
    const [row] = await this.database.query<EventRow>(SELECT_EVENT, [accountId, alertId, eventId]);
    return row ? (await this.shown([row]))[0]! : null;
  }

  private async shown(rows: readonly EventRow[]): Promise<StoredAlertEvent[]> {
    const listings = await viewStates(this.database, rows);
    return rows.map((row, i) => ({ ...storedEvent(row), listing: listings[i]! }));
  }

  /** null as for `find`. @throws ShapeMissing where somebody removed the row of a shape by hand */
  async evidence(accountId: string, alertId: string, eventId: string): Promise<EventEvidence | null> {
    const [row] = await this.database.query<EvidenceRow>(SELECT_EVIDENCE, [accountId, alertId, eventId]);
    if (!row) return null;
    const shapes = await readShapes(this.database, shapeIdsOf(row.criteria));
    return {
      event: storedEvent(row),
      criteria: restoreCriteria(row.criteria, (id) => shapes.get(id)),
      criteriaVersion: row.criteria_version,
      isCurrentVersion: row.is_current,
      after: { revisionId: row.revision_id, online: row.online, listing: knownListing(row) },
      before:
        row.state_before === null
          ? null
          : {
              revisionId: row.revision_id - 1,
              online: row.online_before!,
              listing: knownListing({ state: row.state_before, past: row.past_before, source_id: row.source_id }),
            },
    };
  }
}

const cells = (after: ListRange['after']) => [after?.createdAt ?? null, after?.id ?? null];

interface EvidenceRow extends EventRow {
  online: boolean;
  online_before: boolean | null;
  past: ListingPast | null;
  past_before: ListingPast | null;
  criteria: StoredCriteria;
  criteria_version: number;
  is_current: boolean;
}
