/** $1 who, $2 what, $3 with what */
export const BEGIN_ENTRY = `
  insert into audit_entry (at, actor, action, subject, outcome) values (clock_timestamp(), $1, $2, $3, '{}')
  returning id`;

/** $1 the entry, $2 how far it came, $3 whether that is the end */
export const CONTINUE_ENTRY = `
  update audit_entry set outcome = $2, finished_at = case when $3::boolean then clock_timestamp() end where id = $1`;

/** The newest $1 entries. */
export const SELECT_ENTRIES = `
  select id, at, actor, action, subject, outcome, finished_at as "finishedAt" from audit_entry
  order by id desc limit $1`;
