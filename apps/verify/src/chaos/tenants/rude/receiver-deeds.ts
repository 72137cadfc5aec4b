import type { Deed } from './deed.js';
import type { RudeAlerts } from './rude-tenant.js';

/** Rude through receivers that never come to an end: every change of the town goes there, and tests on top of it. */
export const RECEIVER_DEEDS: Readonly<Record<string, Deed>> = {
  hangingHosts: tests('webhooks to many hosts that hang', 'hangingHosts'),
  hangingPaths: tests('webhooks to many paths of one origin that hangs', 'hangingPaths'),
  drippingHosts: tests('webhooks to a receiver that answers a byte a second', 'dripping'),
};

function tests(says: string, kind: keyof RudeAlerts): Deed {
  return {
    says,
    clients: 1,
    pauseMs: 250,
    act: (tenant, n) => {
      const ids = tenant.account.alerts[kind];
      return tenant.ask({ method: 'POST', address: `/alerts/${ids[n % ids.length]}/test` });
    },
  };
}
