import { ApiUnderTest } from '../testing/api-under-test.js';
import { sampleHome, SOURCE } from '../testing/sample-homes.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions([{ id: 69123, type: 'CITY', name: 'Lyon', countryCode: 'FR' }]);
});
afterAll(() => api.stop());

const describeIt = (body: unknown) => api.ask('POST', '/criteria/describe', { body });

it('says a tree in words with the names of its places, as a preview does', async () => {
  const criteria = {
    transactionType: { value: 'SELL' },
    location: { included: [{ cityId: 69123 }] },
    operator: 'OR',
    branches: [{ price: { lte: 250_000 } }, { unit: { terrace: { value: true } } }],
  };
  const { status, body } = await describeIt({ criteria });
  const preview = await api.ask('POST', '/alerts/preview', { body: { criteria } });
  expect(status).toBe(200);
  expect(body).toEqual({ sentence: preview.body.sentence, criteria: preview.body.criteria });
  expect(body.sentence).toContain('Lyon');
});

it('calls sources by their domains, and so does a preview', async () => {
  await api.ingest([sampleHome(1)]);
  const criteria = { children: [{ source: { included: [SOURCE.domain] } }, { source: { excluded: [SOURCE.domain] } }] };
  const { body } = await describeIt({ criteria });
  expect(body.sentence).toBe('from source homes.example, not from source homes.example');
  expect((await api.ask('POST', '/alerts/preview', { body: { criteria } })).body.sentence).toBe(body.sentence);
});

it('calls an area by the name that it was given, and by its id where it has none', async () => {
  const corners = [0, 1, 2, 0].map((corner) => [4 + corner, 45 + (corner % 2)]);
  const geometry = { type: 'Polygon', coordinates: [corners] };
  const [named, other] = await Promise.all(
    [{ name: 'Les “Pentes”', geometry }, { geometry }].map(async (body) =>
      String((await api.ask('POST', '/geo/shapes', { body })).body.id),
    ),
  );
  const criteria = { location: { includedGeoShapeIds: [named], excludedGeoShapeIds: [other] } };
  const { body } = await describeIt({ criteria });
  expect(body.sentence).toBe(`inside "Les “Pentes”", outside shape ${other}`);
  expect((await api.ask('POST', '/alerts/preview', { body: { criteria } })).body.sentence).toBe(body.sentence);
});

it('says it in the language that is asked for, English where it speaks none of them, and names the language', async () => {
  const body = { criteria: { price: { max: 250_000 }, location: { included: [{ cityId: 69123 }] } } };
  const asked = async (accepted?: string) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted };
    const answer = await api.ask('POST', '/criteria/describe', { body, headers });
    expect(answer.headers.get('vary')).toMatch(/\bAccept-Language\b/);
    return [answer.headers.get('content-language'), answer.body.sentence];
  };
  const english = ['en', '250,000 or less, in Lyon'];
  expect(await asked()).toEqual(english);
  expect(await asked('de-AT,en;q=0.5')).toEqual(['de', 'höchstens 250.000, in Lyon']);
  expect(await asked('it, fr;q=0.9, de;q=0.8')).toEqual(['fr', '250\u202f000 au plus, à Lyon']);
  for (const none of ['it', '', ';;,', 'de;q=0']) expect(await asked(none)).toEqual(english);
  const preview = await api.ask('POST', '/alerts/preview', { body, headers: { 'accept-language': 'de' } });
  expect(preview.headers.get('content-language')).toBe('de');
  expect(preview.body.sentence).toBe('höchstens 250.000, in Lyon');
});

it('names every place that is wrong', async () => {
  const answer = await describeIt({
    criteria: { price: { min: 'x' }, children: [{ rooms: { min: 1 } }, { area: { min: 3, max: 2 } }] },
    critria: {},
  });
  expectProblem(answer, 422, 'validation-failed');
  expect(violatedPaths(answer)).toEqual(
    expect.arrayContaining(['critria', 'criteria.price.min', expect.stringMatching(/^criteria\.children\[1\]\.area/)]),
  );
});

it('asks for criteria where there are none', async () => {
  for (const body of [{}, { criteria: null }]) expect(violatedPaths(await describeIt(body))).toEqual(['criteria']);
});
