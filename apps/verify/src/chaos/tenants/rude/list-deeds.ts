import type { Deed } from './deed.js';

/** Rude through lists: pages far behind, and counts of everything. */
export const LIST_DEEDS: Readonly<Record<string, Deed>> = {
  deepPages: {
    says: 'pages of lists far behind the first',
    clients: 3,
    pauseMs: 50,
    act: (tenant, n) => {
      const id = tenant.account.alerts.busy[0];
      const lists = ['/event-notifications', `/alerts/${id}/notifications`, `/alerts/${id}/events`, '/alerts'];
      return tenant.ask({ method: 'GET', address: `${lists[n % lists.length]}?page=${n % 3 === 0 ? 1 : 100 * n}` });
    },
  },
  deepSearches: {
    says: 'the last page of a search, and exact counts of everything',
    clients: 2,
    pauseMs: 50,
    act: (tenant, n) =>
      n % 2 === 0
        ? tenant.ask({ method: 'POST', address: '/properties', body: { page: 100, size: 100 } })
        : tenant.ask({ method: 'POST', address: '/properties', body: { paginationType: 'cursor', size: 100 } }),
  },
};
