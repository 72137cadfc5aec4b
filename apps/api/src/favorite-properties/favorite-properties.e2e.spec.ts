import { randomUUID } from 'node:crypto';
import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { SAMPLE_DIVISIONS, sampleFlat, sampleHomes } from '../testing/sample-homes.js';

let api: ApiUnderTest;
let homes: string[];
let account = 0;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(sampleHomes(40));
  const { body } = await api.search(
    { size: 40, sort: { field: 'PRICE', direction: 'ASC' } },
    { headers: { accept: 'application/json' } },
  );
  homes = body.items.map(({ uuid }: { uuid: string }) => uuid);
}, 60_000);
afterAll(() => api.stop());

const newAccount = () => api.makeKey({ account: `Account ${(account += 1)}` });
const keep = (key: string, propertyId: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  api.ask('POST', '/favorite-properties', { key, body: { propertyId }, headers });
const list = async (key: string, page = 1): Promise<{ id: string; propertyId: string }[]> =>
  (await api.ask('GET', `/favorite-properties?page=${page}`, { key })).body;

describe('favourites', () => {
  it('are kept once: 201, then 200 with the same one', async () => {
    const key = await newAccount();
    const first = await keep(key, homes[0]);
    expect({ status: first.status, body: first.body }).toEqual({
      status: 201,
      body: { id: expect.any(String), propertyId: homes[0], createdAt: expect.stringMatching(/^2\d{3}-.*\.\d{3}Z$/) },
    });
    const again = await keep(key, homes[0]!.toUpperCase());
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    expect(await list(key)).toEqual([first.body]);
  });

  it('are kept once also when asked for many times at once', async () => {
    const key = await newAccount();
    const answers = await Promise.all(Array.from({ length: 8 }, () => keep(key, homes[1])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it('are listed newest first, 30 to a page', async () => {
    const key = await newAccount();
    for (const home of homes.slice(0, 33)) await keep(key, home);
    const { headers, body } = await api.ask('GET', '/favorite-properties', { key });
    expect(body.map(({ propertyId }: { propertyId: string }) => propertyId)).toEqual(homes.slice(3, 33).reverse());
    expect([headers.get('x-total-count'), headers.get('link')]).toEqual([
      '33',
      '</favorite-properties?page=1>; rel="first", </favorite-properties?page=2>; rel="next", </favorite-properties?page=2>; rel="last"',
    ]);
    expect((await list(key, 2)).map(({ propertyId }) => propertyId)).toEqual([homes[2], homes[1], homes[0]]);
    expect(await list(key, 3)).toEqual([]);
  });

  it('are removed by their id', async () => {
    const key = await newAccount();
    const {
      body: { id },
    } = await keep(key, homes[2]);
    expect((await api.ask('DELETE', `/favorite-properties/${id}`, { key })).status).toBe(204);
    expectProblem(await api.ask('DELETE', `/favorite-properties/${id}`, { key }), 404, 'not-found');
    expect(await list(key)).toEqual([]);
  });

  it('belong to one account', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()];
    const {
      body: { id },
    } = await keep(mine, homes[3]);
    expect(await list(theirs)).toEqual([]);
    expectProblem(await api.ask('DELETE', `/favorite-properties/${id}`, { key: theirs }), 404, 'not-found');
    expect((await keep(theirs, homes[3])).status).toBe(201);
    expect(await list(mine)).toHaveLength(1);
  });

  it('name what is wrong', async () => {
    const key = await newAccount();
    expectProblem(await keep(key, randomUUID()), 404, 'not-found');
    for (const malformed of ['x', 7, null, {}, `${homes[0]} `])
      expect(violatedPaths(await keep(key, malformed))).toEqual(['propertyId']);
    expect(
      violatedPaths(await api.ask('POST', '/favorite-properties', { key, body: { propertyId: homes[0], note: 1 } })),
    ).toEqual(['note']);
    expect(violatedPaths(await api.ask('GET', '/favorite-properties?page=0', { key }))).toEqual(['page']);
    expectProblem(await api.ask('DELETE', '/favorite-properties/x', { key }), 404, 'not-found');
  });

  it('answer a repeated request with the first answer, status and all', async () => {
    const key = await newAccount();
    const headers = { 'idempotency-key': 'a favourite' };
    const first = await keep(key, homes[4], headers);
    const again = await keep(key, homes[4], headers);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(violatedPaths(await keep(key, homes[5], headers))).toEqual(['Idempotency-Key']);
  });

  it('follow a property that is merged into another, and never stand there twice', async () => {
    const [one, both] = [await newAccount(), await newAccount()];
    const byUrl = async (n: number): Promise<string> =>
      (await api.ask('GET', `/properties/search-by-url?url=https://homes.example/adverts/${n}`)).body.uuid;
    await api.ingest([sampleFlat(900, 3), sampleFlat(901, 9)]);
    const [survivor, merged] = [await byUrl(900), await byUrl(901)];
    expect(merged).not.toBe(survivor);
    const followed = (await keep(one, merged)).body as { id: string };
    await keep(both, survivor);
    await keep(both, merged);
    await api.ingest([sampleFlat(901, 3, 9)]);
    expect(await byUrl(901)).toBe(survivor);
    expect(await list(one)).toEqual([expect.objectContaining({ id: followed.id, propertyId: survivor })]);
    expect((await list(both)).map(({ propertyId }) => propertyId)).toEqual([survivor]);
    expect((await keep(one, merged)).body).toMatchObject({ id: followed.id, propertyId: survivor });
  });
});
