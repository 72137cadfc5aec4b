/** $1 who, $2 what, $3 with what, $4 the account that it concerns */
export const BEGIN_ENTRY = `
  insert into audit_entry (at, actor, action, subject, outcome, account_id)
  values (clock_timestamp(), $1, $2, $3, '{}', $4) returning id`;

/** The same of what the key $5 has done already. */
export const INSERT_ENTRY = `
  insert into audit_entry (at, finished_at, actor, action, subject, outcome, account_id, api_key_id)
  values (clock_timestamp(), clock_timestamp(), $1, $2, $3, '{}', $4, $5)`;

/** $1 the entry, $2 how far it came, $3 whether that is the end */
export const CONTINUE_ENTRY = `
  update audit_entry set outcome = $2, finished_at = case when $3::boolean then clock_timestamp() end where id = $1`;

/** The newest $1 entries of what was done by hand. An account that is made or removed is named by the entry itself. */
export const SELECT_ENTRIES = `
  select entry.id, at, actor, action, "accountId", account.name as account, subject, outcome, "finishedAt"
  from (
    select id, at, actor, action, subject, outcome, finished_at as "finishedAt",
      coalesce(account_id, (outcome->>'accountId')::uuid, (subject->>'accountId')::uuid) as "accountId"
    from audit_entry where api_key_id is null order by id desc limit $1
  ) entry
  left join account on account.id = "accountId" order by entry.id desc`;

/** The newest entries about the account $1, $3 behind the first $2. */
export const SELECT_OF_ACCOUNT = `
  select id, at, actor, action, subject, outcome, finished_at as "finishedAt", api_key_id as "apiKeyUuid"
  from audit_entry where account_id = $1 order by id desc offset $2 limit $3`;

/** How many there are about the account $1, of the newest $2. */
export const COUNT_OF_ACCOUNT = `
  select count(*) from (select from audit_entry where account_id = $1 order by id desc limit $2) counted`;
