/** Deliveries that are counted one by one; of more, PostgreSQL's own estimate is said. */
const COUNTED = 100_000;

/** The state of the queue: it is read often, and may be long. $1 now */
export const READ_FIGURES = `
  select (
      select case when count(*) <= ${COUNTED} then count(*)
        else greatest(count(*), (select reltuples::bigint from pg_class where oid = 'delivery'::regclass)) end
      from (select from delivery limit ${COUNTED} + 1) waiting
    ) as waiting,
    (select min(first.due_at) from delivery_endpoint endpoint
     left join delivery_origin origin on origin.id = endpoint.origin_id
     cross join lateral (
       select due_at from delivery where endpoint_id = endpoint.id and owner is null order by due_at limit 1
     ) first
     where first.due_at <= $1 and endpoint.opened_at is null
       and (origin.opened_at is null or endpoint.answers_well)
       and coalesce(endpoint.waits_for, '') not in ('ACCOUNT', 'CONFIRMATION')
       and (endpoint.next_mail_at is null or endpoint.next_mail_at <= $1)) as oldest,
    (select count(*) from delivery_endpoint where opened_at is not null and switched_off_at is null) as "openBreakers",
    (select count(*) from delivery_endpoint where switched_off_at is not null) as "switchedOff",
    (select count(*) from delivery_endpoint where waits_for = 'CONFIRMATION') as unconfirmed,
    (select count(*) from delivery_endpoint endpoint where next_mail_at > $1 and exists (
       select from delivery where endpoint_id = endpoint.id and owner is null and due_at <= $1)) as "limitedAddresses"`;

/**
 * The origins whose oldest due delivery is the most overdue, mails under none; also those that are only probed.
 * $1 now, $2 how many
 */
export const READ_SLOWEST_ORIGINS = `
  select origin.origin, max(extract(epoch from $1 - first.due_at))::float8 as "overdueSeconds",
    bool_or(endpoint.opened_at is not null or origin.opened_at is not null) as "isProbed",
    count(distinct endpoint.account_id)::int as accounts
  from delivery_endpoint endpoint
  left join delivery_origin origin on origin.id = endpoint.origin_id
  cross join lateral (
    select due_at from delivery where endpoint_id = endpoint.id and owner is null order by due_at limit 1
  ) first
  where first.due_at <= $1 and coalesce(endpoint.waits_for, '') not in ('ACCOUNT', 'CONFIRMATION')
    and (endpoint.next_mail_at is null or endpoint.next_mail_at <= $1)
  group by origin.origin order by 2 desc, 1 limit $2`;
