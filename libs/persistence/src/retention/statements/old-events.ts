/**
 * Rows of a table older than $4 of the next $5 owners, from the row $2 of the owner $1 on; $6 at most. By the primary
 * key, whose ids ascend with time ($3: the first id of the moment $4). An owner without any is one row without an id.
 */
const selectOldOf = (owner: 'alert' | 'account', table: 'alert_event' | 'event_notification'): string => `
  select owner.id as "ownerId", row.id, row.delivery_id as "deliveryId", row.alert_id as "alertId"
  from (select id from ${owner} where id >= $1 order by id limit $5) owner
  left join lateral (
    select old.id, old.delivery_id, old.alert_id from ${table} old
    where old.${owner}_id = owner.id and old.id < $3 and old.created_at < $4
      and old.id > case when owner.id = $1 then $2::uuid else '00000000-0000-0000-0000-000000000000' end
    order by old.id limit $6
  ) row on true
  order by owner.id, row.id limit $6`;

/** Events of alerts. */
export const SELECT_OLD_EVENTS = selectOldOf('alert', 'alert_event');

/** Attempts of accounts. */
export const SELECT_OLD_ATTEMPTS = selectOldOf('account', 'event_notification');

/**
 * Removes those of the events $2 (of the alerts $1) that no delivery waits for, with the attempts of their deliveries.
 * What one mail carries goes together, once all of it is older than $3. The alerts and the attempts are locked.
 */
export const DELETE_OLD_EVENTS = `
  with asked as materialized (
    select event.alert_id, event.id, event.delivery_id, event.criteria_version, event.created_at,
      -- By key, one by one, whatever the planner thinks of the size of the queue.
      (select true from delivery where delivery.id = event.delivery_id limit 1) is null
        and (select true from alert_event joined where joined.delivery_id = event.delivery_id
          and joined.delivery_id <> joined.id and joined.created_at >= $3 limit 1) is null as is_done
    from unnest($1::uuid[], $2::uuid[]) as asked(alert_id, id)
    join alert_event event on event.alert_id = asked.alert_id and event.id = asked.id
  ), doomed as materialized (select * from asked where is_done
  ), ended as materialized (select distinct delivery_id as id from doomed where delivery_id is not null
  ), events as (
    delete from alert_event using doomed
    where alert_event.alert_id = doomed.alert_id and alert_event.id = doomed.id returning 1
  ), attempts as (
    delete from event_notification using ended where event_notification.delivery_id = ended.id returning 1
  ), bodies as (
    delete from delivery_payload using ended where delivery_payload.delivery_id = ended.id
  )
  select (select count(*) from events) as events, (select count(*) from attempts) as notifications,
    (select min(created_at) from asked where not is_done) as "oldestKept",
    array(select alert_id from doomed group by 1 order by 1) as "alertIds",
    array(select max(criteria_version) from doomed group by alert_id order by alert_id) as versions`;

/**
 * Removes criteria of the alerts $1 that explained nothing but what has just been removed, up to the version $2 of
 * each. Versions rise with time but for steps that overlap: an hour of the oldest events is looked at.
 */
export const DELETE_SPENT_CRITERIA = `
  with gone as (
    delete from alert_criteria_history history using unnest($1::uuid[], $2::int[]) as asked(alert_id, version)
    where history.alert_id = asked.alert_id and history.criteria_version < coalesce((
      select min(kept.criteria_version) from alert_event kept
      where kept.alert_id = asked.alert_id and kept.created_at <= interval '1 hour' + (
        select oldest.created_at from alert_event oldest where oldest.alert_id = asked.alert_id
        order by oldest.created_at limit 1)
    ), asked.version) returning 1
  ) select count(*) from gone`;

/**
 * Removes those of the attempts $2 (of the accounts $1) whose delivery has ended, and whose delivery has no attempt
 * younger than $3.
 */
export const DELETE_OLD_ATTEMPTS = `
  with doomed as materialized (
    select attempt.account_id, attempt.id, attempt.delivery_id
    from unnest($1::uuid[], $2::uuid[]) as asked(account_id, id)
    join event_notification attempt on attempt.account_id = asked.account_id and attempt.id = asked.id
    where (select true from delivery where delivery.id = attempt.delivery_id limit 1) is null
      and (select true from event_notification later where later.delivery_id = attempt.delivery_id
        and later.created_at >= $3 limit 1) is null
  ), bodies as (
    delete from delivery_payload using doomed where delivery_payload.delivery_id = doomed.delivery_id
  ), attempts as (
    delete from event_notification using doomed
    where event_notification.account_id = doomed.account_id and event_notification.id = doomed.id returning 1
  ) select count(*) as notifications from attempts`;
