import type { Sealer } from '@gable/runtime';
import { shapeIdsOf } from '@gable/domain/criteria';
import { previousSigningKeyPlace, signingKeyPlace } from '../database/signing-key-places.js';
import { ALERT_COLUMNS, type AlertColumns } from './alert-columns.js';
import type { StoredAlert } from './stored-alert.js';

/** The values of ALERT_COLUMNS, in their order; `shapePositions` as `holdShapes` answers them. */
export function alertCells(alert: StoredAlert, shapePositions: number, sealer: Sealer): unknown[] {
  const { id, previousSigningKey: previous } = alert;
  const cells: Readonly<Record<keyof AlertColumns, unknown>> = {
    id,
    accountId: alert.accountId,
    name: alert.name,
    active: alert.active,
    searchMode: alert.searchMode,
    classicFilters: json(alert.classicFilters),
    criteria: json(alert.criteria),
    criteriaVersion: alert.criteriaVersion,
    shapeIds: shapeIdsOf(alert.criteria),
    shapePositions,
    notificationConfig: json(alert.notificationConfig),
    destinationId: alert.destinationId,
    signingKey: sealer.seal(alert.signingKey, signingKeyPlace(id)),
    previousSigningKey: previous && sealer.seal(previous.key, previousSigningKeyPlace(id)),
    previousSigningKeyUntil: previous && previous.until,
    createdAt: alert.createdAt,
    updatedAt: alert.updatedAt,
  };
  return ALERT_COLUMNS.map((property) => cells[property]);
}

/** As it is stored, and as two states of a column are compared. */
export function json(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
