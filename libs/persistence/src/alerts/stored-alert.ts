import { skipMessage } from '@gable/domain/delivery';
import type { AlertDraft, DestinationChannel } from '@gable/domain/alert';
import { noticeOf, type WaitingRow } from '../delivery/waiting-rows.js';
import type { Sealer } from '@gable/runtime';
import type { AlertColumns } from './alert-columns.js';
import { previousSigningKeyPlace, signingKeyPlace } from '../database/signing-key-places.js';

/**
 * How it stands with the destination of an alert: ACTIVE, only probed because it (or its whole host) fails, switched
 * off after failing for days (or without a mailbox), no longer wanted by its recipient, or not confirmed by it yet.
 */
export const DESTINATION_STATES = ['ACTIVE', 'FAILING', 'SWITCHED_OFF', 'UNSUBSCRIBED', 'UNCONFIRMED'] as const;

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

/** What the state of a destination follows from. */
export interface DestinationStatusRow {
  switched_off_at: Date | null;
  switched_off_reason: string | null;
  unsubscribed_at: Date | null;
  waiting: WaitingRow | null;
}

/** An alert with its destination, as its statements answer it. */
export interface AlertRow extends AlertColumns, DestinationStatusRow {
  channel: DestinationChannel | null;
  address: string | null;
}

/** The same with its criteria as the text that they are stored as. */
export type AlertRowWithText = Omit<AlertRow, 'criteria'> & { criteria: string };

/** @throws SealBroken where the row's keys are not its own, or sealed with another key */
export function storedAlert(row: AlertRow, sealer: Sealer): StoredAlert {
  const { signingKey, previousSigningKey, previousSigningKeyUntil, channel, address } = row;
  return {
    id: row.id,
    accountId: row.accountId,
    name: row.name,
    active: row.active,
    searchMode: row.searchMode,
    classicFilters: row.classicFilters,
    criteria: row.criteria,
    criteriaVersion: row.criteriaVersion,
    notificationConfig: row.notificationConfig,
    destination: channel === null ? null : { channel, address: address! },
    destinationId: row.destinationId,
    destinationStatus: channel === null ? null : destinationStatus(row),
    // Null of removed alerts alone, which have no way here.
    signingKey: sealer.open(signingKey!, signingKeyPlace(row.id)),
    previousSigningKey:
      previousSigningKey === null
        ? null
        : {
            key: sealer.open(previousSigningKey, previousSigningKeyPlace(row.id)),
            until: previousSigningKeyUntil!,
          },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
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
  const failingSince = waiting?.openedAt ?? waiting?.origin?.openedAt;
  // Of a blocked account the sentence would be another one; its customer is told so by every request.
  if (waiting != null && failingSince != null && waiting.waitsFor === null)
    return { state: 'FAILING', since: new Date(failingSince), reason: noticeOf(waiting) };
  return { state: 'ACTIVE', since: null, reason: null };
}
