import type { AlertDraft, Criteria, DestinationChannel, NotificationConfig } from '@gable/domain';
import type { SealedPlace, Sealer } from '@gable/runtime';

/** An alert as it is kept, with its secrets in the clear. */
export interface StoredAlert extends AlertDraft {
  readonly id: string;
  readonly accountId: string;
  /** Rises when the criteria change. */
  readonly criteriaVersion: number;
  readonly destinationId: string | null;
  /** The key before the current one; until then both sign. */
  readonly previousSigningKey: { readonly key: string; readonly until: Date } | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A row of SELECT_ALERTS. */
export interface AlertRow {
  id: string; account_id: string; name: string; active: boolean; search_mode: AlertDraft['searchMode']; classic_filters: AlertDraft['classicFilters'];
  criteria: Criteria; criteria_version: number; notification_config: NotificationConfig | null; destination_id: string | null;
  channel: DestinationChannel | null; address: string | null; signing_key: Buffer; previous_signing_key: Buffer | null; previous_signing_key_until: Date | null;
  created_at: Date; updated_at: Date;
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
    signingKey: sealer.open(row.signing_key, signingKeyPlace(row.id)),
    previousSigningKey: row.previous_signing_key === null
      ? null
      : { key: sealer.open(row.previous_signing_key, previousSigningKeyPlace(row.id)), until: row.previous_signing_key_until! },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function signingKeyPlace(rowId: string): SealedPlace {
  return { table: 'alert', column: 'signing_key', rowId };
}

export function previousSigningKeyPlace(rowId: string): SealedPlace {
  return { table: 'alert', column: 'previous_signing_key', rowId };
}
