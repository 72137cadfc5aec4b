import { criteriaNode } from '@gable/domain/testing';
import { newId } from '@gable/persistence';
import { queueFirstAttempts, TrackedAlerts } from '@gable/testing';
import { makeKey } from '../../../api-process.js';
import type { Installation } from '../../../installation.js';
import { accountOf } from '../account-of.js';
import { EVERYTHING, IN_TOWN } from '../town-wide.js';
import type { RudeAccount, RudeAlerts } from './rude-tenant.js';
import { HOST_ADDRESSES } from './tarpit.js';

const KEYS = 10;
const ROWS_AT_ONCE = 1_000;

/** How many alerts of a kind an account has, and where the n-th sends: host and path of a tarpit, or nowhere. */
const ALERTS: Readonly<Record<keyof RudeAlerts, { count: number; at: (place: number) => [string, string] | null }>> = {
  hangingHosts: { count: 40, at: (place) => [`127.0.1.${1 + (place % HOST_ADDRESSES)}`, `hang/${place}`] },
  hangingPaths: { count: 40, at: (place) => ['127.0.0.1', `hang/${place}`] },
  dripping: { count: 10, at: (place) => ['127.0.0.1', `drip/${place}`] },
  put: { count: 20, at: () => null },
  busy: { count: 8, at: (place) => ['127.0.0.1', `hang/busy-${place}`] },
};

/**
 * A rude account as it stands when it begins to be rude: its alerts want every change of the town, and it made them in
 * peace before.
 * @param waiting notifications of each busy alert, of events that are long gone
 */
export async function makeRudeAccount(
  installation: Installation,
  { number, tarpitPort, waiting }: { number: number; tarpitPort: number; waiting: number },
): Promise<RudeAccount> {
  const { database, encryptionKey } = installation;
  const name = `Rude ${number}`;
  const apiKeys: string[] = [];
  for (let key = 1; key <= KEYS; key += 1) apiKeys.push((await makeKey(installation, name, `key ${key}`)).apiKey);
  const store = new TrackedAlerts(database, await accountOf(installation, name), false, encryptionKey);
  const alerts: Record<keyof RudeAlerts, string[]> = {
    hangingHosts: [],
    hangingPaths: [],
    dripping: [],
    put: [],
    busy: [],
  };
  for (const [kind, { count, at }] of Object.entries(ALERTS) as [
    keyof RudeAlerts,
    (typeof ALERTS)[keyof RudeAlerts],
  ][]) {
    for (let place = 0; place < count; place += 1) {
      const tarpit = at(place);
      const id = await store.create({
        name: 'Everything',
        criteria: criteriaNode([IN_TOWN]),
        notificationConfig: EVERYTHING,
        destination: tarpit && {
          channel: 'WEBHOOK',
          address: `http://${tarpit[0]}:${tarpitPort}/${tarpit[1]}/${number}`,
        },
      });
      alerts[kind].push(id);
    }
  }
  for (const alertId of alerts.busy)
    for (let left = waiting; left > 0; left -= ROWS_AT_ONCE) {
      const now = await database.now();
      await queueFirstAttempts(database, waitingOf(alertId, Math.min(left, ROWS_AT_ONCE), now), now);
    }
  return { number, apiKeys, alerts };
}

function waitingOf(alertId: string, count: number, now: Date): Parameters<typeof queueFirstAttempts>[1] {
  return Array.from({ length: count }, () => {
    const deliveryId = newId(now);
    return { id: newId(now), alertId, eventId: deliveryId, deliveryId };
  });
}
