/** How the source $1 is called, and whether it has the listing $2. */
export const SELECT_NAMED_LISTING = `
  select source.name as "sourceName", listing.id is not null as "isStored"
  from source left join listing on listing.source_id = source.id and listing.external_id = $2
  where source.domain = $1`;
