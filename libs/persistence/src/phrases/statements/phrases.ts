import { prepared } from '../../database/prepared.js';
import { WAITS } from '../waits.js';

/** Signs texts that are new or changed. In the order of ids: two of these never wait for each other. */
export const UPSERT_SIGNATURES = `
  insert into phrase_signature (listing_id, signature)
  select * from unnest($1::uuid[], $2::bytea[]) order by 1
  on conflict (listing_id) do update set signature = excluded.signature`;

/** Whether $1 signatures wait for a segment. */
export const SELECT_IS_ENOUGH = `
  select count(*) = $1::integer as "isEnough"
  from (select from phrase_signature where ${WAITS} limit $1::integer) waiting`;

/** Signatures that wait, $1 of them. */
export const SELECT_WAITING = `
  select listing_id as "listingId", signature from phrase_signature where ${WAITS} order by listing_id limit $1`;

export const INSERT_SEGMENT = `
  insert into phrase_segment (listings, counted_at) values ($1, clock_timestamp()) returning id`;

/** Slices of segment $1 from the number $2 on, as hexadecimal digits $3. */
export const INSERT_SLICES = `
  insert into phrase_slice (segment_id, slice, bits)
  select $1, $2::integer + place - 1, ('x' || digits)::bit(30720)
  from unnest($3::text[]) with ordinality as slices(digits, place)`;

/** Row $2 of the listings of segment $1. */
export const INSERT_LISTINGS = `
  insert into phrase_listings (segment_id, place, listing_ids) values ($1, $2, $3::uuid[])`;

/** Answers nothing where another worker has removed it, which took it for one that was left in the making. */
export const FINISH_SEGMENT = 'update phrase_segment set is_whole = true where id = $1 returning id';

/** Signatures that a segment holds now, as far as nobody has written another since or holds the row. */
export const DELETE_HELD = `
  with due as (
    select waiting.listing_id from phrase_signature waiting
    join unnest($1::uuid[], $2::bytea[]) as held(listing_id, signature)
      on held.listing_id = waiting.listing_id and held.signature = waiting.signature
    for update of waiting skip locked
  )
  delete from phrase_signature using due where phrase_signature.listing_id = due.listing_id`;

/**
 * Removes segments that a worker left in the making. One that is whole by now stays: its worker was alive and has only
 * lost the lock, and signatures that it holds may wait no more.
 */
export const DELETE_UNFINISHED = `
  with gone as (delete from phrase_segment where id = any($1::integer[]) and not is_whole returning id),
  slices as (delete from phrase_slice where segment_id = any(select id from gone))
  delete from phrase_listings where segment_id = any(select id from gone)`;

/** Removes segments whole. */
export const DELETE_SEGMENTS = `
  with gone as (delete from phrase_segment where id = any($1::integer[])),
  slices as (delete from phrase_slice where segment_id = any($1::integer[]))
  delete from phrase_listings where segment_id = any($1::integer[])`;

/** Those that a worker left in the making. Under the lock. */
export const SELECT_UNFINISHED = 'select id from phrase_segment where not is_whole';

/** The next segment whose listings were not counted for a day. */
export const SELECT_UNCOUNTED = `
  select id, listings from phrase_segment
  where is_whole and counted_at < clock_timestamp() - interval '1 day' order by counted_at limit 1`;

/** How many listings of segment $1 are still stored. */
export const COUNT_LIVING = `
  select count(*) as living from phrase_listings segment, unnest(segment.listing_ids) listing_id
  where segment.segment_id = $1 and exists (select from listing where listing.id = listing_id)`;

export const NOTE_COUNTED = 'update phrase_segment set counted_at = clock_timestamp() where id = $1';

/** Texts of the listings of segment $1 in its row $2. */
export const SELECT_SEGMENT_TEXTS = `
  select listing.id as "listingId", listing.folded_text as "foldedText" from phrase_listings segment
  join listing on listing.id = any(segment.listing_ids)
  where segment.segment_id = $1 and segment.place = $2`;

/** As `UPSERT_SIGNATURES`, but what an ingest has written counts. */
export const INSERT_SIGNATURES = `
  insert into phrase_signature (listing_id, signature)
  select * from unnest($1::uuid[], $2::bytea[]) order by 1
  on conflict (listing_id) do nothing`;

/** For each segment and set of slices: the listings whose signatures have all of them, as `bit_send` has bits. */
export const SELECT_IN_SEGMENTS = prepared(`
  select hits.segment_id as "segmentId", hits.phrase, bit_send(hits.bits) as bits
  from (
    select slice.segment_id, asked.phrase, bit_and(slice.bits) as bits
    from unnest($1::smallint[], $2::smallint[]) as asked(phrase, slice)
    join phrase_slice slice on slice.slice = asked.slice
    group by slice.segment_id, asked.phrase
  ) hits
  join phrase_segment segment on segment.id = hits.segment_id and segment.is_whole`);

/** An array of ids and of those of the listings at places of segments; each is an expression. */
export const idsWithThoseAt = (ids: string, segmentIds: string, places: string): string => `array(
    select unnest(${ids})
    union all
    select segment.listing_ids[asked.place % 240 + 1]
    from unnest(${segmentIds}::integer[], ${places}::integer[]) as asked(segment_id, place)
    join phrase_listings segment on segment.segment_id = asked.segment_id and segment.place = asked.place / 240
  )`;

/** Examples of what the expression is part of. */
export const SAMPLES = { idsWithThoseAt: [`select ${idsWithThoseAt('$1::uuid[]', '$2', '$3')}`] };
