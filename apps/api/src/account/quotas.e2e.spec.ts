import { QuotaStore } from '@gable/persistence/accounts';
import { quotasWith } from '@gable/domain';
import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { expectProblem } from '../testing/expect-problem.js';
import { SAMPLE_DIVISIONS, sampleHomes } from '../testing/sample-homes.js';

const QUOTAS = { alerts: 3, shapes: 1, favorites: 1 };
const ALERT = { name: 'Any', criteria: { price: { max: 100_000 } } };
const SHAPE = {
  type: 'Polygon',
  coordinates: [
    [
      [2, 48],
      [3, 48],
      [3, 49],
      [2, 48],
    ],
  ],
};
let api: ApiUnderTest;
let uuids: string[];

beforeAll(async () => {
  api = await ApiUnderTest.start({ accountQuotas: QUOTAS });
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(sampleHomes(3));
  const rows = await api.database.query<{ id: string }>('select id from property order by id');
  uuids = rows.map(({ id }) => id);
}, 60_000);
afterAll(() => api.stop());

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

function expectRefusal(answer: Answer, sentence: string): void {
  expectProblem(answer, 422, 'validation-failed');
  expect(answer.body.detail).toContain(sentence);
  const message = answer.body.detail as string;
  expect(answer.body.violations).toEqual([{ propertyPath: '', message, code: 'quota-exceeded' }]);
}

describe('an account with as many as it may have', () => {
  it('is refused one more alert, also of many at once, and only for itself', async () => {
    const [key, other] = [await api.makeKey({ account: 'Full' }), await api.makeKey({ account: 'Empty' })];
    const create = (asking: object = {}) => api.ask('POST', '/alerts', { key, body: ALERT, ...asking });
    const answers = await times(12, () => create());
    expect(statuses(answers)).toEqual([201, 201, 201, ...Array<number>(9).fill(422)]);
    for (const answer of answers.filter(({ status }) => status === 422))
      expectRefusal(answer, 'This account may have 3 alerts and has them.');
    expect((await create({ key: other })).status).toBe(201);

    const headers = { 'idempotency-key': 'the same' };
    expectRefusal(await create({ headers }), 'a larger quota of alerts');
    const made = answers.find(({ status }) => status === 201)!.headers.get('location')!;
    expect((await api.ask('PUT', made, { key, body: { name: 'Other' } })).status).toBe(200);
    expect((await api.ask('DELETE', made, { key })).status).toBe(204);
    expect((await api.ask('DELETE', made, { key })).status).toBe(404);
    expect((await create({ headers })).status).toBe(201);
    expect((await create({ headers })).status).toBe(201); // the first answer again
    expect((await create()).status).toBe(422);
  });

  it('is refused one more shape and one more favourite', async () => {
    const key = await api.makeKey({ account: 'Drawer' });
    const draw = () => api.ask('POST', '/geo/shapes', { key, body: SHAPE });
    const drawn = await draw();
    expect(drawn.status).toBe(201);
    expectRefusal(await draw(), 'This account may have 1 drawn areas and has them.');
    expect((await api.ask('DELETE', `/geo/shapes/${drawn.body.id}`, { key })).status).toBe(204);
    expect((await draw()).status).toBe(201);

    const keep = (propertyId: string) => api.ask('POST', '/favorite-properties', { key, body: { propertyId } });
    const kept = await keep(uuids[0]!);
    expect(kept.status).toBe(201);
    expect((await keep(uuids[0]!)).status).toBe(200); // it is there already
    expectRefusal(await keep(uuids[1]!), 'This account may have 1 favourite properties and has them.');
    expect((await api.ask('DELETE', `/favorite-properties/${kept.body.id}`, { key })).status).toBe(204);
    expect((await keep(uuids[1]!)).status).toBe(201);
  });

  it('may have more once the operator says so', async () => {
    const key = await api.makeKey({ account: 'Grown' });
    const create = () => api.ask('POST', '/alerts', { key, body: ALERT });
    expect(statuses(await times(5, create))).toEqual([201, 201, 201, 422, 422]);
    const { body } = await api.ask('GET', '/account', { key });
    await new QuotaStore(api.database, quotasWith(QUOTAS)).set(body.id as string, 'alerts', 4);
    expect(statuses(await times(5, create))).toEqual([201, 422, 422, 422, 422]);
  });
});
