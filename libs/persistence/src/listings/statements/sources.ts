/** $1 a part of the plain name; null asks for all */
const SELECTED = 'where $1::text is null or position($1 in plain_name) > 0';

/** How many sources there are. */
export const COUNT_SOURCES = `select count(*) as total from source ${SELECTED}`;

const REJECTS_OF_LAST_DAY = `
  coalesce((select sum(rejects) from source_reject
    where source_id = source.id and hour > clock_timestamp() - interval '24 hours'), 0)::bigint`;

/** A page by name, from $2 on, $3 at most, with figures that are kept and not counted. */
export const SELECT_SOURCES = `
  with page as (select id, name, domain from source ${SELECTED} order by name, id offset $2 limit $3)
  select source.id, source.name, source.domain, coalesce(figures.online, 0) as "listingsOnline",
    figures.last_observed_at as "lastStateSeenAt", ${REJECTS_OF_LAST_DAY} as "rejectsOfLastDay"
  from page source left join source_figures figures on figures.source_id = source.id order by source.name, source.id`;

/** The $1 sources with most listings online. */
export const SELECT_HEALTH = `
  with shown as (select * from source_figures where online > 0 order by online desc limit $1)
  select source.domain, figures.online as "listingsOnline",
    extract(epoch from clock_timestamp() - figures.last_observed_at)::float8 as "ageSeconds",
    ${REJECTS_OF_LAST_DAY} as "rejectsOfLastDay"
  from shown figures join source on source.id = figures.source_id order by figures.online desc, source.domain`;

/** Sources by their domains or ids, both in lower case; also those that were erased and may come back. */
export const SELECT_NAMED_SOURCES = `
  select id, domain from source where domain = any($1::text[]) or id::text = any($1::text[])
  union all
  select source_id, domain from erased_source erased
  where (domain = any($1::text[]) or source_id::text = any($1::text[]))
    and not exists (select from source where source.domain = erased.domain)`;

/** The domains of the sources $1, also of those that were erased. */
export const SELECT_SOURCE_DOMAINS = `
  select id, domain from source where id = any($1::uuid[])
  union
  select source_id, domain from erased_source where source_id = any($1::uuid[])`;

/** Which of the domains $1 are sources. */
export const SELECT_KNOWN_DOMAINS = 'select domain from source where domain = any($1::text[])';

/** Adds refused lines to the hour that is, by domain; of unknown sources nothing is kept. In the order of ids. */
export const ADD_REJECTS = `
  insert into source_reject (source_id, hour, rejects)
  select source.id, date_bin('1 hour', clock_timestamp(), '2000-01-01T00:00:00Z'), given.rejects
  from unnest($1::text[], $2::int[]) as given(domain, rejects) join source using (domain) order by source.id
  on conflict (source_id, hour) do update set rejects = source_reject.rejects + excluded.rejects`;

/** Forgets up to $1 hours that no answer counts. */
export const FORGET_REJECTS = `
  with old as (select source_id, hour from source_reject
    where hour < clock_timestamp() - interval '2 days' limit $1 for update skip locked),
  gone as (delete from source_reject using old
    where source_reject.source_id = old.source_id and source_reject.hour = old.hour returning 1)
  select count(*) from gone`;
