import type { AlertEntity } from './alert.entity.js';

/** The columns that the store reads and writes, the key first. The rest belongs to the workers. */
export const ALERT_COLUMNS = [
  'id',
  'accountId',
  'name',
  'active',
  'searchMode',
  'classicFilters',
  'criteria',
  'criteriaVersion',
  'shapeIds',
  'shapePositions',
  'notificationConfig',
  'destinationId',
  'signingKey',
  'previousSigningKey',
  'previousSigningKeyUntil',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof AlertEntity)[];

/** What the store reads of an alert's own row. */
export type AlertColumns = Pick<AlertEntity, (typeof ALERT_COLUMNS)[number]>;
