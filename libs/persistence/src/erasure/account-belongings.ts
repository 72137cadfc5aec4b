import { erasePortion } from './statements/erase-account.js';

const OF_ITS_ALERTS = 'alert_id in (select id from alert where account_id = $1)';
const OF_ITS_KEYS = 'api_key_id in (select id from api_key where account_id = $1)';
const OF_ITS_FEEDS = 'job_id in (select id from feed_job where account_id = $1)';
const OF_ITS_ENDPOINTS = 'endpoint_id in (select id from delivery_endpoint where account_id = $1)';
const OWN = 'account_id = $1';

const TABLES = [
  ['notifications', 'event_notification', OWN],
  ['events', 'alert_event', OF_ITS_ALERTS],
  [null, 'alert_criteria_history', OF_ITS_ALERTS],
  [null, 'alert_mail', OF_ITS_ALERTS],
  [null, 'alert_skip', OF_ITS_ALERTS],
  [null, 'mail_subscription', OF_ITS_ALERTS],
  ['favorites', 'favorite_property', OWN],
  ['shapes', 'shape', OWN],
  [null, 'idempotent_request', OWN],
  [null, 'tile_search', OWN],
  [null, 'feed_portion', OF_ITS_FEEDS],
  [null, 'feed_reject_portion', OF_ITS_FEEDS],
  ['feeds', 'feed_job', OWN],
  [null, 'usage_count', OF_ITS_KEYS],
  ['keys', 'api_key', OWN],
  [null, 'mail_confirmation', OWN],
  [null, 'delivery_wakeup', OF_ITS_ENDPOINTS],
  ['mailAddresses', 'event_destination', `${OWN} and channel = 'EMAIL'`],
  ['webhooks', 'event_destination', `${OWN} and channel = 'WEBHOOK'`],
  [null, 'delivery_endpoint', OWN],
  [null, 'delivery_origin', OWN],
  [null, 'account_quota', OWN],
] as const;

/** What a report counts. */
export type AccountBelonging = NonNullable<(typeof TABLES)[number][0]>;

/**
 * What an account has, in an order in which nothing is left that names what has gone: a portion of $2 rows each time.
 * `counted` is null where a report tells nothing of it.
 */
export const BELONGINGS = TABLES.map(([counted, table, condition]) => ({
  counted,
  statement: erasePortion(table, condition),
}));

/**
 * Erased accounts that have something again: a request that was under way has written it once they were gone. What is
 * removed for its owner stays until workers need it no more.
 */
export const SELECT_ERASED_WITH_BELONGINGS = `
  select id from account where erased_at is not null and (
    exists (select from alert where account_id = account.id and deleted_at is null)
    or exists (select from delivery where account_id = account.id)
    ${TABLES.filter(([, , condition]) => condition === OWN)
      .map(([, table]) => `or exists (select from ${table} where account_id = account.id)`)
      .join('\n    ')})`;
