import { ApiUnderTest } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';
import { sampleHome } from '../testing/sample-homes.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  const named = [
    'Établissements Müller',
    'Łódź Homes',
    'Agence du Port',
    'immo ÉTAB',
    ...Array.from({ length: 31 }, (_, i) => `Portal ${String(i).padStart(2, '0')}`),
  ];
  await api.ingest(named.map((name, i) => sampleHome(i, { source: { domain: `s${i}.example`, name } })));
}, 60_000);
afterAll(() => api.stop());

const names = async (query: string): Promise<string[]> =>
  (await api.ask('GET', `/sources${query}`)).body.map(({ name }: { name: string }) => name);

describe('sources', () => {
  it('are listed by name, 30 to a page, with their figures', async () => {
    const { headers, body } = await api.ask('GET', '/sources');
    expect(headers.get('x-total-count')).toBe('35');
    expect(body).toHaveLength(30);
    expect(body).toContainEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Agence du Port',
      domain: 's2.example',
      listingsOnline: 1,
      lastStateSeenAt: expect.stringMatching(/^2\d{3}-\d\d-\d\dT[\d:.]+Z$/),
      rejectsOfLastDay: 0,
      lastJob: null,
    });
    expect((await names('?page=2')).length).toBe(5);
    expect(await names('?page=3')).toEqual([]);
  });

  it('tell what came offline, what was refused, and when they were last seen', async () => {
    const source = { domain: 's2.example', name: 'Agence du Port' };
    const observedAt = '2026-09-09T09:09:09.000Z';
    await api.ingest([
      sampleHome(2, { source, observedAt: '2026-09-01T00:00:00.000Z', status: 'OFFLINE' }),
      ...[40, 41, 42].map((n) => sampleHome(n, { source, externalId: `more-${n}`, observedAt })),
      sampleHome(43, { source, price: -1 }),
      { source, externalId: 'no more' },
      { source: { domain: 'unknown.example' } },
    ]);
    const { body } = await api.ask('GET', '/sources?name=Agence');
    expect(body).toEqual([
      expect.objectContaining({ listingsOnline: 3, lastStateSeenAt: observedAt, rejectsOfLastDay: 2 }),
    ]);
  });

  it('are found by part of their name, whatever case and accents', async () => {
    expect((await names('?name=etab')).sort()).toEqual(['immo ÉTAB', 'Établissements Müller'].sort());
    expect(await names('?name=M%C3%9CLLER')).toEqual(['Établissements Müller']);
    expect(await names('?name=łódź')).toEqual(['Łódź Homes']);
    expect(await names('?name=lodz')).toEqual(['Łódź Homes']);
    expect(await names('?name=nothing')).toEqual([]);
  });

  it('are not asked for by what no name holds', async () => {
    for (const name of ['%00', 'a%00b', '%20', 'a%1Fb']) {
      const answer = await api.ask('GET', `/sources?name=${name}`);
      expect([name, violatedPaths(answer)]).toEqual([name, ['name']]);
    }
  });

  it('keep the name in the links of the other pages', async () => {
    const { headers } = await api.ask('GET', '/sources?name=portal');
    expect(headers.get('link')).toBe(
      '</sources?name=portal&page=1>; rel="first", </sources?name=portal&page=2>; rel="next", </sources?name=portal&page=2>; rel="last"',
    );
  });

  it('are what listings name as dataProvider', async () => {
    const { body } = await api.search({ size: 100 }, { headers: { accept: 'application/json' } });
    expect(
      body.items.flatMap(({ listings }: { listings: { dataProvider: string }[] }) =>
        listings.map(({ dataProvider }) => dataProvider),
      ),
    ).toContain('Łódź Homes');
  });

  it('name the parameter that is wrong', async () => {
    expect(violatedPaths(await api.ask('GET', '/sources?page=x'))).toEqual(['page']);
    expect(violatedPaths(await api.ask('GET', '/sources?page=1&page=2'))).toEqual(['page']);
    expect(violatedPaths(await api.ask('GET', '/sources?name='))).toEqual(['name']);
    expect(violatedPaths(await api.ask('GET', '/sources?name=a&name=b'))).toEqual(['name']);
    expect(violatedPaths(await api.ask('GET', '/sources?domain=x'))).toEqual(['domain']);
  });
});
