/** All listings, online or not, with one of the addresses $2 (hashes $1, in the same order). */
export const SELECT_BY_URLS = `
  select listing.id, asked.url from unnest($1::bigint[], $2::text[]) as asked(hash, url)
  join listing on listing.url_hash = asked.hash
  join listing_revision revision on revision.listing_id = listing.id and revision.revision_id = listing.revision_id
    and revision.state->>'url' = asked.url`;

/** The next $3 listings of source $1, behind the id $2. */
export const SELECT_OF_SOURCE = 'select id from listing where source_id = $1 and id > $2 order by id limit $3';

/** Waits for who derives something of the listings $1 at the moment: the next statement sees what that wrote. */
export const LOCK_LISTINGS = 'select from listing where id = any($1::uuid[]) order by id for update';

/**
 * A merge by hand holds its listings as a chain: closes the gaps that the listings $1 will leave in it, so that those
 * that stay are held together as before. To be done while the ties of $1 are there.
 */
export const CLOSE_CHAINS = `
  with broken as (
    select distinct decision_id from grouping_tie where listing_id = any($1::uuid[]) and together
  ), links as (
    select decision.id as decision_id, listing.id as one, lead(listing.id) over (
      partition by decision.id order by listing.id) as other
    from grouping_decision decision join listing on listing.id = any(decision.listing_ids)
    where decision.id in (select decision_id from broken) and listing.id <> all($1::uuid[])
  )
  insert into grouping_tie (decision_id, listing_id, other_id, together)
  select decision_id, one, other, true from links where other is not null
  union all
  select decision_id, other, one, true from links where other is not null
  on conflict do nothing`;

/**
 * Removes listings $1, which are locked, with every state of them and what is derived from these, and writes down that
 * they were erased; $2 whether no feed may bring them back. Answers how many there were. What no index leads to is
 * removed with their events.
 */
export const ERASE_LISTINGS = `
  with erased as (
    delete from listing where id = any($1::uuid[]) returning id, source_id, external_id, online
  ), revisions as (delete from listing_revision where listing_id = any($1::uuid[])
  ), sightings as (delete from listing_sighting where listing_id = any($1::uuid[])
  ), states as (delete from listing_state where listing_id = any($1::uuid[])
  ), former as (delete from former_listing where listing_id = any($1::uuid[])
  ), signatures as (delete from phrase_signature where listing_id = any($1::uuid[])
  ), changes as (delete from listing_change where listing_id = any($1::uuid[])
  ), planned as (delete from regroup_plan where listing_id = any($1::uuid[])
  ), ties as (
    delete from grouping_tie where listing_id = any($1::uuid[])
      or (listing_id, other_id, decision_id) in (
        select other_id, listing_id, decision_id from grouping_tie where listing_id = any($1::uuid[]))
  ), letters as (
    delete from dead_letter where kind = 'CHANGE' and (subject->>'listingId')::uuid = any($1::uuid[])
  ), figures as (
    update source_figures set online = source_figures.online - gone.online
    from (select source_id, count(*) filter (where online) as online from erased group by source_id) gone
    where source_figures.source_id = gone.source_id
  ), noted as (
    insert into erased_listing (listing_id, source_domain, external_id, erased_at)
    select erased.id, source.domain, case when $2 then erased.external_id end, clock_timestamp()
    from erased join source on source.id = erased.source_id
  )
  select count(*) from erased`;

/** Removes those of the properties $1 that hold no listing any more, and every favourite of them. */
export const ERASE_EMPTY_PROPERTIES = `
  with erased as (
    delete from property where id = any($1::uuid[])
      and not exists (select from listing where listing.property_id = property.id) returning id
  ), refused as (delete from index_refused using erased where index_refused.property_id = erased.id
  ), favorites as (
    delete from favorite_property using erased where favorite_property.property_id = erased.id returning account_id
  ), room as (
    update account_quota set used = greatest(used - gone.count, 0)
    from (select account_id, count(*) from favorites group by account_id) gone
    where account_quota.account_id = gone.account_id and kind = 'favorites'
  )
  select count(*) from erased`;

/**
 * Removes a source $1 that has no listings, with what is counted about it; its id is kept for its domain. Answers
 * nothing where it has listings.
 */
export const ERASE_SOURCE = `
  with erased as (
    delete from source where id = $1 and not exists (select from listing where source_id = $1) returning id, domain
  ), figures as (delete from source_figures using erased where source_id = erased.id
  ), rejects as (delete from source_reject using erased where source_id = erased.id
  ), kept as (
    insert into erased_source (domain, source_id, erased_at) select domain, id, clock_timestamp() from erased
    on conflict (domain) do update set source_id = excluded.source_id, erased_at = excluded.erased_at
  )
  select id from erased`;

/** Which of the listings named by $1 (domains) and $2 (ids of the source) no feed may bring back. */
export const SELECT_KEPT_OUT = `
  select erased.source_domain as "domain", erased.external_id as "externalId"
  from erased_listing erased join unnest($1::text[], $2::text[]) as asked(domain, external_id)
    on asked.domain = erased.source_domain and asked.external_id = erased.external_id
  where erased.external_id is not null`;

/**
 * Waits for the end of an erasure that is just being written down: the next statement sees it. $1 source, $2 its name
 * for the listing
 */
export const LOCK_KEPT_OUT =
  'select from erased_listing where source_domain = $1 and external_id = $2 order by listing_id for update';

/** Lets a feed bring the listing $2 of the source $1 again. */
export const READMIT = `
  with open as (update erased_listing set external_id = null
    where source_domain = $1 and external_id = $2 and not is_done returning 1),
  gone as (delete from erased_listing where source_domain = $1 and external_id = $2 and is_done returning 1)
  select (select count(*) from open) + (select count(*) from gone) as count`;
