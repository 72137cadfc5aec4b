import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import { diffListings, type AttributeChange, type Listing } from '@gable/domain/listing';
import type { Criteria } from '@gable/domain/criteria';
import type { Queryable } from '../database.js';

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
    const rows = await this.database.query<EventRow>(direction === 'asc' ? OLDEST_FIRST : NEWEST_FIRST, [
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

/** The door of every statement here: $1 the account, $2 the alert. */
const OWN_ALERT = 'alert.account_id = $1 and alert.id = $2 and alert.deleted_at is null';

const SELECTED = `
  ($3::timestamptz is null or event.created_at >= $3) and ($4::timestamptz is null or event.created_at <= $4)
  and ($5::timestamptz is null or event.created_at > $5) and ($6::timestamptz is null or event.created_at < $6)
  and ($7::smallint[] is null or event.event_type = any($7))`;

const COUNT_EVENTS = `
  select (select count(*) from alert_event event where event.alert_id = alert.id and ${SELECTED}) as total
  from alert where ${OWN_ALERT}`;

const COLUMNS = `
  event.id, event.alert_id, event.property_id, event.listing_id, event.event_type, event.revision_id, event.created_at, after.state, before.state as state_before`;

const STATES = `
  join listing_revision after on after.listing_id = event.listing_id and after.revision_id = event.revision_id
  left join listing_revision before on before.listing_id = event.listing_id and before.revision_id = event.revision_id - 1`;

// The page is cut before the states are fetched.
const pageOf = (direction: 'asc' | 'desc') => `
  with event as (
    select event.* from alert join alert_event event on event.alert_id = alert.id
    where ${OWN_ALERT} and ${SELECTED}
    order by event.created_at ${direction}, event.id ${direction} offset $8 limit $9
  )
  select ${COLUMNS} from event ${STATES} order by event.created_at ${direction}, event.id ${direction}`;
const NEWEST_FIRST = pageOf('desc');
const OLDEST_FIRST = pageOf('asc');

const SELECT_EVENT = `
  select ${COLUMNS} from alert join alert_event event on event.alert_id = alert.id ${STATES} where ${OWN_ALERT} and event.id = $3`;

const SELECT_EVIDENCE = `
  select ${COLUMNS}, after.online, before.online as online_before, event.criteria_version, event.criteria_version = alert.criteria_version as is_current,
    case when event.criteria_version = alert.criteria_version then alert.criteria else history.criteria end as criteria
  from alert
  join alert_event event on event.alert_id = alert.id
  left join alert_criteria_history history on history.alert_id = alert.id and history.criteria_version = event.criteria_version
  ${STATES}
  where ${OWN_ALERT} and event.id = $3`;

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
