/** All plans by name, as Plan, but for the quotas they say nothing of. */
export const SELECT_PLANS = `
  select plan.name, plan.requests_per_minute as "requestsPerMinute",
    (select count(*)::int from account where account.plan = plan.name) as accounts,
    (select coalesce(json_object_agg(kind, maximum), '{}') from plan_quota where plan_quota.plan = plan.name) as quotas
  from plan order by plan.name`;

/** $1 name, $2 now */
export const ENSURE_PLAN = 'insert into plan (name, created_at) values ($1, $2) on conflict do nothing';

/** $1 name, $2 requests a minute; null: as the setting says */
export const SET_PLAN_RATE = 'update plan set requests_per_minute = $2 where name = $1';

/** $1 plan, $2 kind, $3 maximum */
export const SET_PLAN_QUOTA = `
  insert into plan_quota (plan, kind, maximum) values ($1, $2, $3)
  on conflict (plan, kind) do update set maximum = excluded.maximum`;

/** $1 plan, $2 kind */
export const REMOVE_PLAN_QUOTA = 'delete from plan_quota where plan = $1 and kind = $2';

/** Waits for who gives an account the plan at the moment: the next statement sees that it has it. $1 name */
export const LOCK_PLAN = 'select from plan where name = $1 for update';

/** Answers nothing where an account has the plan, or there is none. $1 name */
export const DELETE_PLAN = `
  delete from plan where name = $1 and not exists (select from account where account.plan = plan.name) returning name`;
