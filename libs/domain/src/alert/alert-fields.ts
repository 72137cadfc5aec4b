/** Fields of an alert that are ignored in what callers send, so that a body fetched can be sent back. */
export const READ_ONLY_ALERT_FIELDS = [
  'id',
  'eventDestinationId',
  'destinationStatus',
  'createdAt',
  'updatedAt',
] as const;

/** Fields of an alert that its owner writes. */
export const WRITTEN_ALERT_FIELDS = [
  'name',
  'active',
  'searchMode',
  'criteria',
  'notificationConfig',
  'signingKey',
  'destinationWebhookUrl',
  'destinationEmail',
] as const;

/** A field of an alert that its owner writes; `parseAlert` reads it. */
export type WrittenAlertField = (typeof WRITTEN_ALERT_FIELDS)[number];

/** A field of an alert. Whoever answers or describes alerts takes the list of fields from here. */
export type AlertField = WrittenAlertField | (typeof READ_ONLY_ALERT_FIELDS)[number];
