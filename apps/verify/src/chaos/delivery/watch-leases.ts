import type { Database } from '@gable/persistence';

/**
 * Has the database note who writes results of which lease. A worker that slept through its leases and then writes down
 * its results does no harm that receivers could tell: what it doubles may arrive twice anyway. So the deed itself is
 * looked for.
 */
export async function watchLeases(database: Database): Promise<void> {
  await database.query(WATCH);
}

/** Results of deliveries that nobody had leased by then, or that another worker than the writer had. */
export async function resultsWithoutLease(database: Database): Promise<string[]> {
  const rows = await database.query<{ deliveryId: string; owner: string | null }>(`
    select delivery_id as "deliveryId", owner from watched_result result
    where owner is null or (
      exists (select from watched_claim claim where claim.session = result.session)
      and not exists (select from watched_claim claim where claim.session = result.session and claim.owner =
        result.owner))`);
  const nameOf = (owner: string | null): string => (owner === null ? 'nobody' : `worker ${owner}`);
  return rows.map(
    ({ deliveryId, owner }) => `delivery ${deliveryId}: written by a worker while ${nameOf(owner)} had the lease`,
  );
}

// A session is one connection of one process; it is known whose it is by what it claims. Whoever frees a lease that ran
// out may be anybody.
const WATCH = `
  create table watched_claim (session text, owner uuid, primary key (session, owner));
  create table watched_result (session text, delivery_id uuid, owner uuid);
  create function watch_leases() returns trigger language plpgsql as $$
  declare
    session text := (select pid || ' ' || backend_start from pg_stat_get_activity(pg_backend_pid()));
  begin
    if tg_op = 'UPDATE' and new.owner is not null then
      insert into watched_claim values (session, new.owner) on conflict do nothing;
    elsif old.owner is null or old.leased_until > clock_timestamp() then
      insert into watched_result values (session, old.id, old.owner);
    end if;
    return null;
  end $$;
  create trigger watched_leases after delete or update of owner on delivery for each row execute function
    watch_leases();
`;
