/**
 * Facts an alert records about a listing (docs/alerts.md has an example of each). Their place in the list is their
 * code in the database.
 */
export const ALERT_EVENT_TYPES = [
  'NEW_MATCH',
  'ADDITIONAL_LISTING',
  'BACK_IN_CRITERIA',
  'LISTING_REACTIVATED',
  'PRICE_CHANGED',
  'ANY_ATTRIBUTE_CHANGED',
  'OUT_OF_CRITERIA',
  'LISTING_EXPIRED',
] as const;
/** One of ALERT_EVENT_TYPES. */
export type AlertEventType = (typeof ALERT_EVENT_TYPES)[number];
