/** How the source $1 is called, and the id of its listing $2. */
export const SELECT_NAMED_LISTING = `
  select source.name as "sourceName", listing.id
  from source left join listing on listing.source_id = source.id and listing.external_id = $2
  where source.domain = $1`;
