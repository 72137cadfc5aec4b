import { skipMessage } from '@gable/domain/delivery';
import type { AlertDraft, DestinationChannel, NotificationConfig } from '@gable/domain/alert';
import type { Criteria } from '@gable/domain/criteria';
import { noticeOf, type WaitingRow } from '../delivery/waiting-rows.js';
import type { Sealer } from '@gable/runtime';
import { previousSigningKeyPlace, signingKeyPlace } from '../signing-key-places.js';

/**
 * How it stands with the destination of an alert: ACTIVE, switched off after failing for days (or without a mailbox), no longer wanted by its recipient, or
 * not confirmed by it yet.
 */
export const DESTINATION_STATES = ['ACTIVE', 'SWITCHED_OFF', 'UNSUBSCRIBED', 'UNCONFIRMED'] as const;

/** The state of a destination; unless it is ACTIVE, since when and why (a stable code and a sentence). */
export interface DestinationStatus {
  readonly state: (typeof DESTINATION_STATES)[number];
  readonly since: Date | null;
  readonly reason: string | null;
}

/** An alert as it is kept, with its secrets in the clear. */
export interface StoredAlert extends AlertDraft {
  readonly id: string;
  readonly accountId: string;
  /** Rises when the criteria change. */
  readonly criteriaVersion: number;
  readonly destinationId: string | null;
  /** null where there is no destination. */
  readonly destinationStatus: DestinationStatus | null;
  /** The key before the current one; until then both sign. */
  readonly previousSigningKey: { readonly key: string; readonly until: Date } | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What tells the state of a destination. */
export interface DestinationStatusRow {
  switched_off_at: Date | null;
  switched_off_reason: string | null;
  unsubscribed_at: Date | null;
  waiting: WaitingRow | null;
}

/** A row of SELECT_ALERTS. */
export interface AlertRow extends DestinationStatusRow {
  id: string;
  account_id: string;
  name: string;
  active: boolean;
  search_mode: AlertDraft['searchMode'];
  classic_filters: AlertDraft['classicFilters'];
  criteria: Criteria;
  criteria_version: number;
  notification_config: NotificationConfig | null;
  destination_id: string | null;
  channel: DestinationChannel | null;
  address: string | null;
  signing_key: Buffer;
  previous_signing_key: Buffer | null;
  previous_signing_key_until: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** @throws SealBroken where the row's keys are not its own, or sealed with another key */
export function storedAlert(row: AlertRow, sealer: Sealer): StoredAlert {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    active: row.active,
    searchMode: row.search_mode,
    classicFilters: row.classic_filters,
    criteria: row.criteria,
    criteriaVersion: row.criteria_version,
    notificationConfig: row.notification_config,
    destination: row.channel === null ? null : { channel: row.channel, address: row.address! },
    destinationId: row.destination_id,
    destinationStatus: row.channel === null ? null : destinationStatus(row),
    signingKey: sealer.open(row.signing_key, signingKeyPlace(row.id)),
    previousSigningKey:
      row.previous_signing_key === null
        ? null
        : {
            key: sealer.open(row.previous_signing_key, previousSigningKeyPlace(row.id)),
            until: row.previous_signing_key_until!,
          },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The recipient's own word first. */
export function destinationStatus({
  switched_off_at: offSince,
  switched_off_reason: reason,
  unsubscribed_at: unsubscribedAt,
  waiting,
}: DestinationStatusRow): DestinationStatus {
  if (unsubscribedAt !== null)
    return { state: 'UNSUBSCRIBED', since: unsubscribedAt, reason: skipMessage('UNSUBSCRIBED') };
  if (offSince !== null) return { state: 'SWITCHED_OFF', since: offSince, reason };
  if (waiting?.waitsFor === 'CONFIRMATION')
    return {
      state: 'UNCONFIRMED',
      since: waiting.confirmation && new Date(waiting.confirmation.firstAskedAt),
      reason: noticeOf(waiting),
    };
  return { state: 'ACTIVE', since: null, reason: null };
}
