import { AccountStore, PlanStore } from '@gable/persistence/accounts';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start({ rateLimitPerMinute: 900 });
}, 60_000);
afterAll(() => api.stop());

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describe('GET /account', () => {
  it('says who asks, with which role, within which limits, and lists the keys of the account, oldest first, without anything secret', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const key = await api.makeKey({ account: 'Harbour Homes', expiresAt });
    const saasKey = await api.makeKey({ account: 'Harbour Homes', role: 'ROLE_SAAS_USER' });
    await api.revoke(await api.makeKey({ account: 'Harbour Homes' }));
    await api.makeKey({ account: 'Another' });
    const { status, body } = await api.ask('GET', '/account', { key });
    const shown = {
      apiKeyUuid: UUID,
      name: 'spec',
      role: 'ROLE_API_CLIENT',
      status: 'ACTIVE',
      createdAt: TIME,
      expiresAt: null,
      revokedAt: null,
      scopes: [],
      requestsPerMinute: 900,
    };
    const quota = (limit: number, used = 0) => ({ used, limit, source: 'setting' });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: UUID,
        name: 'Harbour Homes',
        role: 'ROLE_API_CLIENT',
        isOperator: false,
        plan: null,
        quotas: {
          alerts: quota(100_000),
          shapes: quota(10_000),
          favorites: quota(100_000),
          keys: quota(100, 2),
        },
        limits: {
          requestsPerMinute: 900,
          requestsPerMinuteSource: 'setting',
          searchPageSize: 100,
          pageModeResults: 10_000,
          cursorModeResults: null,
          collectionPageSize: 30,
        },
        apiKeys: [
          { ...shown, expiresAt: expiresAt.toISOString() },
          { ...shown, role: 'ROLE_SAAS_USER' },
          { ...shown, status: 'REVOKED', revokedAt: TIME },
        ],
      },
    });
    const secrets = [key, saasKey].map((each) => each.split('_')[3]!);
    for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret);
    expect((await api.ask('GET', '/account', { key: saasKey })).body).toMatchObject({
      role: 'ROLE_SAAS_USER',
      limits: { cursorModeResults: 100 },
      apiKeys: { length: 3 },
    });
  });

  it('says the limit that counts: of the key before the account, before its plan, before the setting', async () => {
    const key = await api.makeKey({ account: 'Layers', scopes: ['account:read'], requestsPerMinute: 40 });
    const plain = await api.makeKey({ account: 'Layers' });
    const plans = new PlanStore(api.database);
    const { id } = (await new AccountStore(api.database).find('Layers'))!;
    const told = async (asking: string) => {
      const { body } = await api.ask('GET', '/account', { key: asking });
      const { requestsPerMinute, requestsPerMinuteSource } = body.limits as Record<string, unknown>;
      return [body.plan, requestsPerMinute, requestsPerMinuteSource];
    };
    expect(await told(plain)).toEqual([null, 900, 'setting']);
    await plans.set('gold', { requestsPerMinute: 5_000, quotas: { alerts: 7 } }, new Date());
    await plans.assign(id, { plan: 'gold' });
    expect(await told(plain)).toEqual(['gold', 5_000, 'plan']);
    expect((await api.ask('GET', '/account', { key: plain })).body.quotas.alerts).toEqual({
      used: 0,
      limit: 7,
      source: 'plan',
    });
    await plans.assign(id, { requestsPerMinute: 0 });
    expect(await told(plain)).toEqual(['gold', null, 'account']);
    expect(await told(key)).toEqual(['gold', 40, 'key']);
    const { body, headers } = await api.ask('GET', '/account', { key });
    expect(headers.get('ratelimit-policy')).toBe('"per-minute";q=40;w=60');
    expect(body.apiKeys).toMatchObject([
      { scopes: ['account:read'], requestsPerMinute: 40 },
      { requestsPerMinute: null },
    ]);
    const fresh = await api.makeKey({ account: 'Layers' }); // no process remembers it yet
    expect((await api.ask('GET', '/account', { key: fresh })).headers.get('ratelimit')).toBeNull();
  });

  it('has no limit of requests to tell where there is none', async () => {
    const unlimited = await ApiUnderTest.start({ rateLimitPerMinute: 0 });
    expect((await unlimited.ask('GET', '/account')).body.limits.requestsPerMinute).toBeNull();
    await unlimited.stop();
  });

  it('takes no parameters, and asks for a key', async () => {
    expect(violatedPaths(await api.ask('GET', '/account?page=1'))).toEqual(['page']);
    expectProblem(await api.ask('GET', '/account', { key: null }), 401, 'unauthorized');
  });
});
