/** Answers nothing where there is one of that name. $1 id, $2 name, $3 now */
export const INSERT_ACCOUNT = `
  insert into account (id, name, created_at) values ($1, $2, $3) on conflict (name) do nothing returning id, name`;

/** All accounts by name, as ListedAccount. */
export const SELECT_ACCOUNTS = `
  select account.id, account.name, account.created_at as "createdAt", account.blocked_at as "blockedAt",
    account.plan, account.requests_per_minute as "requestsPerMinute",
    coalesce(keys.used, 0) as keys, coalesce(alerts.used, 0) as alerts
  from account
  left join account_quota keys on keys.account_id = account.id and keys.kind = 'keys'
  left join account_quota alerts on alerts.account_id = account.id and alerts.kind = 'alerts'
  where account.erased_at is null
  order by account.name`;

/** One that is blocked keeps its date. $1 id, $2 now */
export const BLOCK_ACCOUNT = 'update account set blocked_at = $2 where id = $1 and blocked_at is null';

export const UNBLOCK_ACCOUNT = 'update account set blocked_at = null where id = $1';

/** Deliveries of the account $1 that some worker has taken and may be sending. */
export const COUNT_UNDER_WAY_OF = `
  select count(*) as count from delivery
  where owner is not null and leased_until > clock_timestamp() and account_id = $1`;
