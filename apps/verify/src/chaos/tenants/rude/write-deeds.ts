import type { Deed } from './deed.js';
import type { RudeTenant } from './rude-tenant.js';
import { TOWN_ALERT } from './town-alert.js';

/** Far more than an answer ever needs, in a body that is refused. */
const LONG_TEXT = 60_000;

/** Rude through writes: what they cost the matching, the delivery and the log. */
export const WRITE_DEEDS: Readonly<Record<string, Deed>> = {
  putLoops: {
    says: 'twenty alerts on everything, put ten times a second',
    clients: 2,
    pauseMs: 200,
    act: (tenant, n) => {
      const criteria = { ...TOWN_ALERT.criteria, price: { min: n % 2, allowNull: true } };
      return tenant.ask({ method: 'PUT', address: putAddress(tenant, n), body: { ...TOWN_ALERT, criteria } });
    },
  },
  samePuts: {
    says: 'the same alert put as it is',
    clients: 1,
    pauseMs: 100,
    act: (tenant, n) => tenant.ask({ method: 'PUT', address: putAddress(tenant, n), body: { name: TOWN_ALERT.name } }),
  },
  switches: {
    says: 'an alert with many waiting notifications switched off and on',
    clients: 1,
    pauseMs: 1_000,
    act: (tenant, n) =>
      tenant.ask({
        method: 'PUT',
        address: `/alerts/${tenant.account.alerts.busy[0]}`,
        body: { active: n % 2 === 1 },
      }),
  },
  deletions: {
    says: 'alerts with many waiting notifications deleted',
    clients: 1,
    pauseMs: 4_000,
    act: async (tenant, n) => {
      const id = tenant.account.alerts.busy[1 + n];
      if (id !== undefined) await tenant.ask({ method: 'DELETE', address: `/alerts/${id}` });
    },
  },
  longTexts: {
    says: 'bodies full of what a log has to hide',
    clients: 1,
    pauseMs: 100,
    act: (tenant, n) => tenant.ask({ method: 'POST', address: '/alerts', body: n % 2 === 0 ? SECRETS : UNCLOSED }),
  },
};

function putAddress({ account: { alerts } }: RudeTenant, n: number): string {
  return `/alerts/${alerts.put[n % alerts.put.length]}`;
}

const SECRETS = Buffer.from(JSON.stringify({ name: 'x', ['gbl_live_whsec_'.repeat(LONG_TEXT / 15)]: 'a@'.repeat(50) }));
const UNCLOSED = Buffer.from(`{"name": "${'https://a:b@'.repeat(LONG_TEXT / 12)}`);
