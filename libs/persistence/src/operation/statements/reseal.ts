/** The next alerts after $1 of which a value is not sealed as $2 begins; at most $3. */
export const SELECT_SEALED_ALERTS = `
  select id, signing_key as "first", previous_signing_key as "second" from alert
  where id > $1 and (substring(signing_key for length($2::bytea)) <> $2
    or substring(previous_signing_key for length($2::bytea)) <> $2)
  order by id limit $3`;

/** As for alerts: answers that are kept for their repetition. */
export const SELECT_SEALED_ANSWERS = `
  select id, answer as "first", null::bytea as "second" from idempotent_request
  where id > $1 and substring(answer for length($2::bytea)) <> $2 order by id limit $3`;

/** Replaces values unless they were written meanwhile: $1 ids, $2 and $3 before, $4 and $5 after. */
export const RESEAL_ALERTS = `
  update alert set signing_key = new.first, previous_signing_key = new.second
  from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[])
    as new(id, was_first, was_second, first, second)
  where alert.id = new.id and alert.signing_key = new.was_first
    and alert.previous_signing_key is not distinct from new.was_second returning alert.id`;

/** As for alerts. */
export const RESEAL_ANSWERS = `
  update idempotent_request set answer = new.first
  from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[])
    as new(id, was_first, was_second, first, second)
  where idempotent_request.id = new.id and idempotent_request.answer = new.was_first returning idempotent_request.id`;

/** Ids of the keys that sealed values name, with how many; those of before name none. */
export const COUNT_SEALED = `
  select case when get_byte(value, 0) = 2 then encode(substring(value from 2 for 4), 'hex') end as "keyId",
    count(*) as count
  from (
    select signing_key as value from alert union all select previous_signing_key from alert
    union all select answer from idempotent_request
  ) sealed where length(value) > 5 group by 1`;
