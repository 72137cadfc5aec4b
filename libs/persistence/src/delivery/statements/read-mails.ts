/** The criteria that made events. $1 events, $2 their alerts, $3 versions of the criteria */
export const READ_CRITERIA = `
  select asked.event_id as "eventId",
    case when asked.criteria_version = alert.criteria_version
      then alert.criteria else coalesce(history.criteria, alert.criteria) end as criteria
  from unnest($1::uuid[], $2::uuid[], $3::int[]) as asked(event_id, alert_id, criteria_version)
  join alert on alert.id = asked.alert_id
  left join alert_criteria_history history
    on history.alert_id = asked.alert_id and history.criteria_version = asked.criteria_version`;

/** $1 digests of tokens, $2 alerts, $3 addresses */
export const INSERT_SUBSCRIPTIONS = `
  insert into mail_subscription (token_hash, alert_id, address)
  select distinct on (1) * from unnest($1::bytea[], $2::uuid[], $3::text[]) as new(hash, alert_id, address) order by 1
  on conflict do nothing`;

/** $1 the digest of a token */
export const FIND_SUBSCRIPTION = `
  select alert.name as "alertName", subscription.unsubscribed_at is not null as "isUnsubscribed"
  from mail_subscription subscription join alert on alert.id = subscription.alert_id
  where subscription.token_hash = $1`;

/** $1 the digest of a token, $2 now */
export const UNSUBSCRIBE = `
  update mail_subscription set unsubscribed_at = coalesce(unsubscribed_at, $2) where token_hash = $1 returning 1`;
