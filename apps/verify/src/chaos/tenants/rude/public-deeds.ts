import { generateApiKey } from '@gable/runtime';
import type { Deed } from './deed.js';

/** Rude without a key that is worth anything. */
export const PUBLIC_DEEDS: Readonly<Record<string, Deed>> = {
  wrongKeys: {
    says: 'well-formed keys that nobody was given',
    clients: 4,
    pauseMs: 20,
    act: (tenant) => tenant.ask({ method: 'GET', address: '/sources', apiKey: generateApiKey().apiKey }),
  },
  openRoutes: {
    says: 'routes that need no key',
    clients: 2,
    pauseMs: 50,
    act: (tenant, n) => tenant.ask({ method: 'GET', address: OPEN[n % OPEN.length]! }),
  },
};

const OPEN = ['/health/ready', '/openapi.json', `/u/${'a'.repeat(22)}`, `/c/${'b'.repeat(6_000)}`, '/metrics'];
