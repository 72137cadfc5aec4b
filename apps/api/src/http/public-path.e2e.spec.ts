import { PathProxy } from '@gable/testing';
import { ApiUnderTest, type Answer, type Asking } from '../testing/api-under-test.js';
import { SAMPLE_DIVISIONS, sampleFlat } from '../testing/sample-homes.js';
import { publicPathOf } from './public-path.js';

const ALERT = { name: 'An alert', criteria: {} };
const JSON_API = { accept: 'application/vnd.api+json' };

let api: ApiUnderTest;
let proxy: PathProxy;

beforeAll(async () => {
  api = await ApiUnderTest.start({ publicUrl: 'https://homes.example/gable' });
  proxy = await PathProxy.before(api.url, '/gable');
  await api.loadDivisions(SAMPLE_DIVISIONS);
}, 60_000);
afterAll(async () => {
  await proxy.close();
  await api.stop();
});

const ask = (method: string, path: string, asking?: Asking) => api.ask(method, proxy.url + path, asking);

/** Follows a link as a client does, from the address that it asked. */
const follow = (link: string | null | undefined, asking?: Asking) =>
  api.ask('GET', new URL(link!, `${proxy.url}/`).href, asking);

const linksOf = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(
    [...headers.get('link')!.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, target, relation]) => [relation, target]),
  );

describe('behind a proxy that takes the path of PUBLIC_URL away', () => {
  it('what is made says where it is, also when it is asked for once more', async () => {
    const made = () => ask('POST', '/alerts', { body: ALERT, headers: { 'idempotency-key': 'once' } });
    for (const answer of [await made(), await made()]) {
      expect(answer.headers.get('location')).toBe(`/gable/alerts/${answer.body.id}`);
      expect((await follow(answer.headers.get('location'))).body).toEqual(answer.body);
    }
    const areaKey = await api.makeKey({ account: 'Draws' });
    const ring = [
      [2, 40],
      [3, 40],
      [3, 41],
      [2, 40],
    ];
    const area = await ask('POST', '/geo/shapes', {
      key: areaKey,
      body: { geometry: { type: 'Polygon', coordinates: [ring] } },
    });
    expect((await follow(area.headers.get('location'), { key: areaKey })).body).toEqual(area.body);
  });

  it('pages link to each other', async () => {
    const key = await api.makeKey({ account: 'Reads pages' });
    for (let n = 0; n < 31; n += 1) await ask('POST', '/alerts', { key, body: ALERT });
    const { next, last } = linksOf(await ask('GET', '/alerts', { key }));
    expect([next, last]).toEqual(['/gable/alerts?page=2', '/gable/alerts?page=2']);
    const second = await follow(next, { key });
    expect(second.body).toHaveLength(1);
    expect(linksOf(second).prev).toBe('/gable/alerts?page=1');
  });

  it('a merged property leads to the other one, and says where it is itself', async () => {
    const byUrl = async (n: number): Promise<string> =>
      (await ask('GET', `/properties/search-by-url?url=https://homes.example/adverts/${n}`)).body.uuid;
    await api.ingest([sampleFlat(900, 3), sampleFlat(901, 9)]);
    const [survivor, merged] = [await byUrl(900), await byUrl(901)];
    await api.ingest([sampleFlat(901, 3, 9)]);
    for (const path of ['', '?fields=minPrice', '/history', '/grouping']) {
      const moved = await ask('GET', `/properties/${merged}${path}`);
      expect([moved.status, moved.headers.get('location')]).toEqual([301, `/gable/properties/${survivor}${path}`]);
    }
    for (const query of ['', '?fields=minPrice']) {
      const { data, links } = (await ask('GET', `/properties/${survivor}${query}`, { headers: JSON_API })).body;
      expect(data.id).toBe(`/properties/${survivor}`); // a name, not an address
      expect((await follow(links.self, { headers: JSON_API })).body.data.id).toBe(data.id);
    }
    for (const body of [{}, { fields: ['minPrice'] }])
      expect((await ask('POST', '/properties', { body, headers: JSON_API })).body.links).toEqual({
        self: '/gable/properties',
      });
  });

  it('the bare address leads to the console, and the description says where the interface begins', async () => {
    const bare = await ask('GET', '/', { key: null });
    expect([bare.status, bare.headers.get('location')]).toEqual([302, '/gable/console/']);
    const { body } = await ask('GET', '/openapi.json', { key: null });
    expect(body.servers).toEqual([{ url: '/gable' }]);
  });
});

describe('past the proxy, or behind one that leaves the path there', () => {
  it('links lead where they lead through it', async () => {
    const key = await api.makeKey({ account: 'Sits beside' });
    const { headers, body } = await api.ask('POST', '/alerts', { key, body: ALERT });
    expect(headers.get('location')).toBe(`/gable/alerts/${body.id}`);
    expect((await api.ask('GET', `/gable/alerts/${body.id}`, { key })).body).toEqual(body);
    expect(linksOf(await api.ask('GET', '/gable/alerts?page=1', { key })).first).toBe('/gable/alerts?page=1');
    expect((await api.ask('GET', '/gable?x=1', { key: null })).headers.get('location')).toBe('/gable/console/');
  });

  it('an address that only begins alike is another one', async () => {
    expect((await api.ask('GET', '/gables/alerts')).status).toBe(404);
    expect((await api.ask('GET', '/alerts/gable/alerts')).status).toBe(404);
  });
});

it('keeps its own addresses where the path is called like one of them', async () => {
  const named = await ApiUnderTest.start({ publicUrl: 'https://homes.example/properties' });
  try {
    expect((await named.ask('POST', '/properties/count', { body: {} })).body.totalItems).toBe(0);
    expect((await named.ask('GET', '/properties/alerts')).status).toBe(404); // no such property
    expect((await named.ask('POST', '/properties/properties/count', { body: {} })).body.totalItems).toBe(0);
  } finally {
    await named.stop();
  }
});

it.each([
  ['https://homes.example', ''],
  ['http://[::1]:3000', ''],
  ['https://homes.example/gable', '/gable'],
  ['https://homes.example//evil.example/', '/evil.example'],
  ['https://homes.example/a//b', '/a/b'],
  ['https://homes.example/häuser', '/h%C3%A4user'],
])('the path of %s is "%s"', (publicUrl, path) => {
  expect(publicPathOf({ publicUrl })).toBe(path);
});
