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
       and endpoint.waits_for is distinct from 'CONFIRMATION') as oldest,
    (select count(*) from delivery_endpoint where opened_at is not null and switched_off_at is null) as "openBreakers",
    (select count(*) from delivery_endpoint where switched_off_at is not null) as "switchedOff",
    (select count(*) from delivery_endpoint where waits_for = 'CONFIRMATION') as unconfirmed`;
