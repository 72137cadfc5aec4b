import { ABSENT, alertsOf, CRITERIA, startAlertsApi } from '../testing/alerts-of.js';
import type { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';

let api: ApiUnderTest;
let stranger: string;

beforeAll(async () => {
  api = await startAlertsApi();
  stranger = await api.makeKey({ account: 'Stranger' });
}, 60_000);
afterAll(() => api.stop());

const { put, get, created, rowOf } = alertsOf(() => api);

describe('ownership', () => {
  it("makes another account's alert look like one that is not there", async () => {
    const { id } = await created({ criteria: {} });
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { name: 'Mine now' }],
      ['PUT', { name: '' }],
      ['DELETE', undefined],
    ] as const) {
      const [foreign, absent, malformed] = await Promise.all(
        [id, ABSENT, 'no-uuid'].map((each) => api.ask(method, `/alerts/${each}`, { key: stranger, body })),
      );
      for (const answer of [foreign!, absent!, malformed!]) expectProblem(answer, 404, 'not-found');
      expect({ ...foreign!.body, instance: '' }).toEqual({ ...absent!.body, instance: '' });
    }
    expect((await get(id)).body.name).toBe('An alert');
  });

  it("is the account's, whatever key and role", async () => {
    const saas = await api.makeKey({ role: 'ROLE_SAAS_USER' });
    const { id } = await created({ criteria: {} }, { key: saas });
    expect((await get(id)).status).toBe(200);
    expect((await put(id, { name: 'Shared' }, { key: saas })).body.name).toBe('Shared');
    expect((await api.ask('DELETE', `/alerts/${id}`, { key: saas })).status).toBe(204);
  });

  it('leaves the signing key out for keys that may not write alerts', async () => {
    const reader = await api.makeKey({ scopes: ['alerts:read'] });
    const writer = await api.makeKey({ scopes: ['alerts:read', 'alerts:write'] });
    const { id, signingKey } = await created({ criteria: {} }, { key: writer });
    expect(signingKey).toMatch(/^whsec_/);
    const read = (await get(id, { key: reader })).body;
    expect(read).toMatchObject({ id, name: 'An alert' });
    expect(read).not.toHaveProperty('signingKey');
    const listed = await api.ask('GET', '/alerts', { key: reader });
    expect(listed.body.length).toBeGreaterThan(0);
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
    expect((await get(id, { key: writer })).body.signingKey).toBe(signingKey);
    expect((await put(id, read, { key: writer })).body.signingKey).toBe(signingKey);
  });

  it('ends with deletion', async () => {
    const { id } = await created({ criteria: {} });
    const before = Number((await rowOf(id)).xid_text);
    const gone = await api.ask('DELETE', `/alerts/${id}`);
    expect([gone.status, gone.body]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE']) expectProblem(await api.ask(method, `/alerts/${id}`), 404, 'not-found');
    expectProblem(await put(id, { active: true }), 404, 'not-found');
    const row = await rowOf(id);
    expect([row.deleted_at !== null, Number(row.xid_text) > before]).toEqual([true, true]);
  });
});

describe('the list', () => {
  it('holds thirty to a page, oldest first, with links and the number of all', async () => {
    const key = await api.makeKey({ account: 'Many' });
    const names = Array.from({ length: 65 }, (_, i) => `Alert ${i}`);
    for (const name of names) await created({ name, criteria: {} }, { key });
    const { id } = await created({ name: 'Gone', criteria: {} }, { key });
    await api.ask('DELETE', `/alerts/${id}`, { key });
    const pages = [];
    for (const page of ['', '?page=2', '?page=3', '?page=4'])
      pages.push(await api.ask('GET', `/alerts${page}`, { key }));
    expect(pages.map(({ status, headers }) => [status, headers.get('x-total-count')])).toEqual(
      Array(4).fill([200, '65']),
    );
    expect(pages.map(({ body }) => body.map(({ name }: { name: string }) => name))).toEqual([
      names.slice(0, 30),
      names.slice(30, 60),
      names.slice(60),
      [],
    ]);
    expect(pages[1]!.headers.get('link')).toBe(
      '</alerts?page=1>; rel="first", </alerts?page=1>; rel="prev", </alerts?page=3>; rel="next", </alerts?page=3>; rel="last"',
    );
    expect(pages[0]!.body[0]).toEqual((await get(pages[0]!.body[0].id, { key })).body);
    for (const page of ['0', '-1', '1.5', 'x', ''])
      expect(violatedPaths(await api.ask('GET', `/alerts?page=${page}`, { key }))).toEqual(['page']);
    expect(violatedPaths(await api.ask('GET', '/alerts?size=3', { key }))).toEqual(['size']);
  });
});

describe('an alert whose stored criteria were spoilt', () => {
  it.each([
    ['no criteria', {}],
    ['an unknown kind', { operator: 'AND', conditions: [{ kind: 'nonsense' }], children: [] }],
    ['an unknown field', { operator: 'AND', conditions: [{ kind: 'range', field: 'nonsense' }], children: [] }],
    ['a text', 'spoilt'],
    ['a broken child', { operator: 'AND', conditions: [], children: [{}, null] }],
  ])('by %s shows null for them, hides no other alert, and can be given new ones', async (_, stored) => {
    const key = await api.makeKey({ account: `Spoilt ${JSON.stringify(stored).slice(0, 60)}` });
    const create = async (name: string): Promise<string> =>
      (await api.ask('POST', '/alerts', { key, body: { name, criteria: CRITERIA } })).body.id;
    const [good, spoilt] = [await create('Good'), await create('Spoilt')];
    await api.database.query('update alert set criteria = $2 where id = $1', [spoilt, JSON.stringify(stored)]);
    const list = await api.ask('GET', '/alerts', { key });
    expect(list.body).toMatchObject([
      { id: good, criteria: expect.any(Object) },
      { id: spoilt, name: 'Spoilt', criteria: null },
    ]);
    const { status, body } = await api.ask('GET', `/alerts/${spoilt}`, { key });
    expect([status, body.criteria]).toEqual([200, null]);
    expect(violatedPaths(await api.ask('PUT', `/alerts/${spoilt}`, { key, body }))).toEqual(['criteria']); // what cannot be read is not made "everything"
    const mended = await api.ask('PUT', `/alerts/${spoilt}`, {
      key,
      body: { criteria: { rooms: { rooms: { min: 2 } } } },
    });
    expect([mended.status, mended.body.criteria]).toEqual([200, { rooms: { rooms: { min: 2 } } }]);
    expect((await api.ask('DELETE', `/alerts/${spoilt}`, { key })).status).toBe(204);
  });
});
