const KEY = '0199a1b2-0000-7000-8000-00000000000a';

/** An answer of GET /account, for the documentation. */
export const ACCOUNT_EXAMPLE = {
  id: '0199a1b2-0000-7000-8000-000000000001',
  name: 'Harbour Homes',
  role: 'ROLE_API_CLIENT',
  isOperator: false,
  plan: 'standard',
  limits: {
    requestsPerMinute: 600,
    requestsPerMinuteSource: 'plan',
    searchPageSize: 100,
    pageModeResults: 10_000,
    cursorModeResults: null,
    collectionPageSize: 30,
  },
  quotas: {
    alerts: { used: 42, limit: 5_000, source: 'plan' },
    shapes: { used: 3, limit: 10_000, source: 'setting' },
    favorites: { used: 17, limit: 100_000, source: 'setting' },
    keys: { used: 1, limit: 20, source: 'account' },
  },
  apiKeys: [
    {
      apiKeyUuid: KEY,
      name: 'website',
      role: 'ROLE_API_CLIENT',
      scopes: ['properties:read', 'alerts:read', 'alerts:write', 'account:read'],
      requestsPerMinute: 600,
      status: 'ACTIVE',
      createdAt: '2026-10-02T08:15:00.000Z',
      expiresAt: null,
      revokedAt: null,
    },
  ],
};

/** An answer of GET /account/api-usage, for the documentation. */
export const USAGE_EXAMPLE = {
  period: { start: '2026-11-19T00:00:00.000Z', end: '2026-11-22T00:00:00.000Z', granularity: 'day' },
  totals: { calls: 14, results: 121 },
  timeSeries: [
    { period: '2026-11-19', calls: 12, results: 120 },
    { period: '2026-11-20', calls: 0, results: 0 },
    { period: '2026-11-21', calls: 2, results: 1 },
  ],
  byApiKey: [{ apiKeyUuid: KEY, apiKeyName: 'website', status: 'ACTIVE', calls: 14, results: 121 }],
  byRoute: [
    { route: 'GET /properties/{uuid}', routeType: 'search', calls: 1, results: 1 },
    { route: 'POST /properties', routeType: 'search', calls: 12, results: 120 },
    { route: 'POST /properties/count', routeType: 'search', calls: 1, results: 0 },
  ],
};
