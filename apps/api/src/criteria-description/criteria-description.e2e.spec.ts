import { ApiUnderTest } from '../testing/api-under-test.js';
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
