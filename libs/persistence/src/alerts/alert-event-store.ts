import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import { diffListings, type AttributeChange, type Listing } from '@gable/domain/listing';
import type { Criteria } from '@gable/domain/criteria';
import type { Queryable } from '../database/database.js';
import {
  COUNT_EVENTS,
  SELECT_EVENT,
  SELECT_EVIDENCE,
  SELECT_NEWEST_FIRST,
  SELECT_OLDEST_FIRST,
} from './statements/alert-events.js';

/** One fact that an alert recorded about one listing. */
export interface StoredAlertEvent {
  id: string;
  alertId: string;
  propertyId: string;
  listingId: string;
  eventType: AlertEventType;
  revisionId: number;
  createdAt: Date;
  /** What the revision changed against the one before; empty for a listing's first. */
  change: AttributeChange[];
}

/** Bounds of `createdAt`, all of which hold; ISO 8601. */
export interface EventPeriod {
  /** At or after. */
  after?: string;
  /** At or before. */
  before?: string;
  strictlyAfter?: string;
  strictlyBefore?: string;
}

export interface EventSelection {
  period: EventPeriod;
  /** Only these; absent: all. */
  types?: readonly AlertEventType[];
  /** By `createdAt`, then by id, both in this direction. */
  direction: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** A listing as one of its revisions has it. */
export interface RevisionState {
  revisionId: number;
  online: boolean;
  listing: Listing;
}

/** What an event can be explained by. */
export interface EventEvidence {
  event: StoredAlertEvent;
  /** Those that made the event, which may have been replaced since. */
  criteria: Criteria;
  criteriaVersion: number;
  isCurrentVersion: boolean;
  after: RevisionState;
  /** null for a listing's first revision. */
  before: RevisionState | null;
}

/** Events of alerts. An event has no account of its own: it is its alert's, and gone with it. */
export class AlertEventStore {
  constructor(private readonly database: Queryable) {}

  /** One page and the number of all that are selected; null when the account has no such alert. */
  async list(
    accountId: string,
    alertId: string,
    { period, types, direction, offset, limit }: EventSelection,
  ): Promise<{ items: StoredAlertEvent[]; total: number } | null> {
    const parameters = [
      accountId,
      alertId,
      period.after ?? null,
      period.before ?? null,
      period.strictlyAfter ?? null,
      period.strictlyBefore ?? null,
      types?.map((type) => ALERT_EVENT_TYPES.indexOf(type)) ?? null,
    ];
    const [counted] = await this.database.query<{ total: number }>(COUNT_EVENTS, parameters);
    if (!counted) return null;
    if (offset >= counted.total) return { items: [], total: counted.total };
    const rows = await this.database.query<EventRow>(direction === 'asc' ? SELECT_OLDEST_FIRST : SELECT_NEWEST_FIRST, [
      ...parameters,
      offset,
      limit,
    ]);
    return { items: rows.map(storedEvent), total: counted.total };
  }

  /** null when the account has no such alert or the alert no such event. */
  async find(accountId: string, alertId: string, eventId: string): Promise<StoredAlertEvent | null> {
    const [row] = await this.database.query<EventRow>(SELECT_EVENT, [accountId, alertId, eventId]);
    return row ? storedEvent(row) : null;
  }

  /** null as for `find`. */
  async evidence(accountId: string, alertId: string, eventId: string): Promise<EventEvidence | null> {
    const [row] = await this.database.query<EvidenceRow>(SELECT_EVIDENCE, [accountId, alertId, eventId]);
    if (!row) return null;
    return {
      event: storedEvent(row),
      criteria: row.criteria,
      criteriaVersion: row.criteria_version,
      isCurrentVersion: row.is_current,
      after: { revisionId: row.revision_id, online: row.online, listing: row.state },
      before:
        row.state_before === null
          ? null
          : { revisionId: row.revision_id - 1, online: row.online_before!, listing: row.state_before },
    };
  }
}

interface EventRow {
  id: string;
  alert_id: string;
  property_id: string;
  listing_id: string;
  event_type: number;
  revision_id: number;
  created_at: Date;
  state: Listing;
  state_before: Listing | null;
}

interface EvidenceRow extends EventRow {
  online: boolean;
  online_before: boolean | null;
  criteria: Criteria;
  criteria_version: number;
  is_current: boolean;
}

function storedEvent(row: EventRow): StoredAlertEvent {
  return {
    id: row.id,
    alertId: row.alert_id,
    propertyId: row.property_id,
    listingId: row.listing_id,
    eventType: ALERT_EVENT_TYPES[row.event_type]!,
    revisionId: row.revision_id,
    createdAt: row.created_at,
    change: row.state_before === null ? [] : diffListings(row.state_before, row.state),
  };
}
