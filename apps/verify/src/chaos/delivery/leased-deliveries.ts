import type { Database } from '@gable/persistence';
import type { InFlight } from './check-arrivals.js';

/** What some worker has claimed and not finished. */
export async function leasedDeliveries(database: Database): Promise<InFlight> {
  const rows = await database.query<{ id: string }>('select id from delivery where owner is not null');
  return new Set(rows.map(({ id }) => id));
}
