/** Answers nothing where there is one of that name. $1 id, $2 name, $3 now */
export const INSERT_ACCOUNT = `
  insert into account (id, name, created_at) values ($1, $2, $3) on conflict (name) do nothing returning id, name`;

/** All accounts by name, as ListedAccount. */
export const SELECT_ACCOUNTS = `
  select account.id, account.name, account.created_at as "createdAt", account.blocked_at as "blockedAt",
    coalesce(keys.used, 0) as keys, coalesce(alerts.used, 0) as alerts
  from account
  left join account_quota keys on keys.account_id = account.id and keys.kind = 'keys'
  left join account_quota alerts on alerts.account_id = account.id and alerts.kind = 'alerts'
  where account.erased_at is null
  order by account.name`;
