import { ErasureStore } from '@gable/persistence/erasure';
import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';
import { SAMPLE_DIVISIONS, sampleHome } from '../testing/sample-homes.js';

const OTHER = { domain: 'other.example', name: 'Other' };

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  const at = (day: number) => ({ observedAt: `2026-03-0${day}T10:00:00.000Z` });
  await api.ingest([
    sampleHome(0, { ...at(1), price: 200_000, area: 50, energy: { dpe: 'B' }, title: 'Loft, poutres apparentes' }),
    sampleHome(1, { ...at(1), energy: { dpe: 'E' }, description: 'Un viager' }),
    sampleHome(2, { ...at(1), source: OTHER, location: { postalCode: '75011', cityId: 75_056 } }),
  ]);
  await api.ingest([
    sampleHome(0, { ...at(2), price: 190_000, area: 50, energy: { dpe: 'B' }, title: 'Loft, poutres apparentes' }),
  ]);
}, 60_000);
afterAll(() => api.stop());

const search = (criteria: object): Promise<Answer> =>
  api.ask('POST', '/properties', {
    body: { searchMode: 'advanced', criteria },
    headers: { accept: 'application/json' },
  });
const namesOf = async (criteria: object): Promise<string[]> => {
  const { status, body } = await search(criteria);
  expect(status).toBe(200);
  const urls = body.items.flatMap(({ listings }: { listings: { url: string }[] }) => listings.map(({ url }) => url));
  return (urls as string[]).map((url) => url.split('/').at(-1)!).sort();
};

describe('richer criteria over HTTP', () => {
  it.each<[says: string, criteria: object, found: string[]]>([
    ['a cut of the first price', { priceCut: { percent: { min: 5 } } }, ['0']],
    ['no cut that large', { priceCut: { percent: { min: 5.1 } } }, []],
    ['a price per square metre', { pricePerSquareMeter: { max: 3_800 } }, ['0']],
    ['a rating at least that good', { energy: { dpe: { max: 'C' } } }, ['0']],
    ['a source by its domain, whatever the case', { source: { included: ['Other.Example'] } }, ['2']],
    ['any other source', { source: { excluded: ['other.example'] } }, ['0', '1']],
    ['the beginning of a postal code', { location: { postalCodes: { included: ['75*'] } } }, ['2']],
    ['the day of the last change', { lastChangedAt: { min: '2026-03-02' } }, ['0']],
    ['words', { text: { all: ['LOFT', 'poutres apparentes'], none: ['viager'] } }, ['0']],
    ['none of some words', { text: { none: ['viager', 'loft'] } }, ['2']],
  ])('find %s', async (_says, criteria, found) => {
    expect(await namesOf(criteria)).toEqual(found);
  });

  it('are taken back as they were answered when the source that they name was erased', async () => {
    await api.ingest([sampleHome(9, { source: { domain: 'gone.example', name: 'Gone' } })]);
    const criteria = { source: { included: ['gone.example'] } };
    const alert = await api.ask('POST', '/alerts', { body: { name: 'One source', searchMode: 'advanced', criteria } });
    const [source] = await api.database.query<{ id: string }>(`select id from source where domain = 'gone.example'`);
    await api.database.query('delete from listing where source_id = $1', [source!.id]);
    expect(await new ErasureStore(api.database).eraseSource(source!.id)).toBe(true);
    const { body } = await api.ask('GET', `/alerts/${alert.body.id}`);
    expect(await api.ask('PUT', `/alerts/${alert.body.id}`, { body })).toMatchObject({ status: 200 });
    expect(await namesOf(criteria)).toEqual([]);
  });

  it('take a source by its id, too, and refuse one that is not there', async () => {
    const [source] = await api.database.query<{ id: string }>(`select id from source where domain = 'other.example'`);
    expect(await namesOf({ source: { included: [source!.id] } })).toEqual(['2']);
    const unknown = await search({ source: { included: ['nobody.example'] } });
    expect(unknown.status).toBe(422);
    expect(violatedPaths(unknown)).toEqual(['criteria.source.included[0]']);
  });

  it('carry no warning where every listing is up to date', async () => {
    expect((await search({ priceCut: { percent: { min: 5 } } })).headers.get('gable-warnings')).toBeNull();
  });
});

it('warns of fields that a worker has not brought up to date yet, wherever criteria are taken', async () => {
  const updated = await ApiUnderTest.start();
  await updated.ingest([sampleHome(0)]);
  await updated.database.query('update listing set derivation = 0');
  const criteria = { priceCut: { percent: { min: 5 } }, text: { all: ['loft'] }, rooms: { min: 1 } };
  const warning = /^criteria: priceCut\.percent is not known yet .*, criteria: text is not known yet .*last update$/;
  const warningOf = async (route: string, body: object) =>
    (await updated.ask('POST', route, { body })).headers.get('gable-warnings');
  for (const route of ['/properties', '/properties/count'])
    expect(await warningOf(route, { searchMode: 'advanced', criteria })).toMatch(warning);
  for (const route of ['/alerts', '/alerts/preview'])
    expect(await warningOf(route, { name: 'Lofts', criteria })).toMatch(warning);
  expect(await warningOf('/properties', { searchMode: 'advanced', criteria: { rooms: { min: 1 } } })).toBeNull();
  await updated.stop();
});
