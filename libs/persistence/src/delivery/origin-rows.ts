import type { OriginState } from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import { date, millis } from './epoch-millis.js';
import { UPDATE_ORIGINS } from './statements/write-origins.js';

/** An origin of one account as stored. */
export interface OriginRow {
  id: number;
  failures: number;
  silent_endpoints: readonly (number | string)[];
  opened_at: Date | null;
  failed_probes: number;
  probe_at: Date | null;
}

/** As the domain's rules read it. */
export function originState(row: OriginRow): OriginState {
  return {
    failures: row.failures,
    silentEndpoints: row.silent_endpoints.map(Number),
    openedAt: millis(row.opened_at),
    failedProbes: row.failed_probes,
    probeAt: millis(row.probe_at),
  };
}

/** Writes origins that the transaction has locked. */
export async function writeOrigins(
  transaction: Transaction,
  changes: readonly { readonly id: number; readonly state: OriginState }[],
): Promise<void> {
  if (changes.length === 0) return;
  const states = changes.map(({ state }) => state);
  await transaction.query(UPDATE_ORIGINS, [
    changes.map(({ id }) => id),
    states.map(({ failures }) => failures),
    states.map(({ silentEndpoints }) => `{${silentEndpoints.join(',')}}`),
    states.map(({ openedAt }) => date(openedAt)),
    states.map(({ failedProbes }) => failedProbes),
    states.map(({ probeAt }) => date(probeAt)),
  ]);
}
