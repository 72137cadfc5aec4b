import { AnswerRoom } from '../http/answer-room.js';
import { alertsOf, CRITERIA, startAlertsApi } from '../testing/alerts-of.js';
import type { ApiUnderTest, Asking } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';

let api: ApiUnderTest;
let stranger: string;

beforeAll(async () => {
  api = await startAlertsApi();
  stranger = await api.makeKey({ account: 'Stranger' });
}, 60_000);
afterAll(() => api.stop());

const { post, changed } = alertsOf(() => api);

describe('a request with an Idempotency-Key', () => {
  const repeat = (key: string, body: unknown, asking: Asking = {}) =>
    post(body, { ...asking, headers: { 'idempotency-key': key } });
  const body = { name: 'Once', criteria: CRITERIA };
  const made = async (name: string) => (await api.database.query('select 1 from alert where name = $1', [name])).length;

  it('is answered the same again, byte for byte, also after the alert was changed', async () => {
    const raw = async () => {
      const key = await api.makeKey();
      const response = await fetch(`${api.url}/alerts`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': 'same bytes' },
        body: JSON.stringify({ ...body, name: 'Bytes' }),
      });
      return {
        status: response.status,
        location: response.headers.get('location'),
        type: response.headers.get('content-type'),
        text: await response.text(),
      };
    };
    const first = await raw();
    expect(first).toMatchObject({
      status: 201,
      location: expect.stringMatching(/^\/alerts\//),
      type: 'application/json; charset=utf-8',
    });
    await changed(first.location!.split('/').pop()!, { name: 'Changed' });
    expect(await raw()).toEqual(first);
    expect(await made('Bytes')).toBe(0);
  });

  it('is turned away once the answers of its account fill the room of an hour; without a key, and repeated, it is answered', async () => {
    const key = await api.makeKey({ account: 'Much' });
    const once = (name: string, headers: Record<string, string>) => post({ ...body, name }, { key, headers });
    const first = await once('Kept', { 'idempotency-key': 'kept' });
    const [{ account_id: accountId }] = (await api.database.query<{ account_id: string }>(
      'select account_id from idempotent_request where idempotency_key = $1',
      ['kept'],
    )) as [{ account_id: string }];
    const room = api.app.get(AnswerRoom, { strict: false });
    room.kept(accountId, 300 * 1024 * 1024);
    const refused = await once('Not kept', { 'idempotency-key': 'not kept' });
    expectProblem(refused, 429, 'too-many-requests');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await made('Not kept')).toBe(0);
    expect((await once('Kept', { 'idempotency-key': 'kept' })).body).toEqual(first.body);
    expect((await once('Without a key', {})).status).toBe(201);
    expect((await repeat('of another account', { ...body, name: 'Other' })).status).toBe(201);
  });

  it('is refused with another body, and free on another account', async () => {
    const first = await repeat('k1', body);
    expect(violatedPaths(await repeat('k1', { ...body, name: 'Twice' }))).toEqual(['Idempotency-Key']);
    const theirs = await repeat('k1', body, { key: stranger });
    expect([theirs.status, theirs.body.id === first.body.id]).toEqual([201, false]);
  });

  it('is the same request with its keys in another order, at every depth', async () => {
    const [first, again] = [
      await repeat('order', {
        name: 'Ordered',
        criteria: { price: { min: 1, max: 2 }, children: [{ rooms: { rooms: { min: 1, max: 4 } } }] },
        active: true,
      }),
      await repeat('order', {
        active: true,
        criteria: { children: [{ rooms: { rooms: { max: 4, min: 1 } } }], price: { max: 2, min: 1 } },
        name: 'Ordered',
      }),
    ];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect(await made('Ordered')).toBe(1);
    // The order of a list says something.
    const lists = [
      [1, 0],
      [0, 1],
    ].map((included) => ({ name: 'Listed', criteria: { propertyType: { included } } }));
    expect((await repeat('list', lists[0])).status).toBe(201);
    expect(violatedPaths(await repeat('list', lists[1]))).toEqual(['Idempotency-Key']);
  });

  it('makes one alert however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => repeat('k2', { ...body, name: 'At once' })));
    expect(await made('At once')).toBe(1);
    const kinds = new Set(answers.map(({ status }) => status));
    expect([...kinds].every((status) => status === 201 || status === 409)).toBe(true);
    const ids = answers.filter(({ status }) => status === 201).map((answer) => answer.body.id as string);
    expect(new Set(ids).size).toBe(1);
    expect((await repeat('k2', { ...body, name: 'At once' })).body.id).toBe(ids[0]);
  });

  it('is told while the first one is under way', async () => {
    const [{ account_id: accountId }] = (await api.database.query<{ account_id: string }>(
      `select id as account_id from account where name = 'Spec & Co'`,
    )) as [{ account_id: string }];
    await api.database.transaction(async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        JSON.stringify([accountId, 'POST /alerts', 'k3']),
      ]);
      const answer = await repeat('k3', { ...body, name: 'Waiting' });
      expectProblem(answer, 409, 'conflict');
      expect(answer.headers.get('retry-after')).toBe('1');
    });
    expect((await repeat('k3', { ...body, name: 'Waiting' })).status).toBe(201);
    expect(await made('Waiting')).toBe(1);
  });

  it('may be corrected under the same key, since a refusal is not kept', async () => {
    expect(violatedPaths(await repeat('k4', { ...body, name: '' }))).toEqual(['name']);
    expect((await repeat('k4', { ...body, name: 'Corrected' })).status).toBe(201);
  });

  it('is a new one after a day', async () => {
    const first = await repeat('k5', body);
    await api.database.query(
      `update idempotent_request set created_at = created_at - interval '24 hours' where idempotency_key = 'k5'`,
    );
    const next = await repeat('k5', { ...body, name: 'Next day' });
    expect([next.status, next.body.id === first.body.id]).toEqual([201, false]);
    expect((await repeat('k5', { ...body, name: 'Next day' })).body.id).toBe(next.body.id);
  });

  it('keeps its answer sealed', async () => {
    const { body: alert } = await repeat('k6', body);
    const [row] = await api.database.query<{ answer: Buffer }>(
      `select answer from idempotent_request where idempotency_key = 'k6'`,
    );
    expect(row!.answer.includes(alert.id)).toBe(false);
  });

  it('has a key of 1 to 255 printable characters', async () => {
    for (const key of ['x'.repeat(256), 'caf\u00e9', 'a\tb'])
      expect(violatedPaths(await repeat(key, body))).toEqual(['Idempotency-Key']);
    expect((await repeat('x'.repeat(255), body)).status).toBe(201);
  });
});
