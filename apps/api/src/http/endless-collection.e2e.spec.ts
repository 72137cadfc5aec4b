import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';

/** What is counted, and two pages more. */
const ROWS = 10_060;
const COUNTED_PAGES = 334;

let api: ApiUnderTest;
let alertId: string;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  const { body } = await api.ask('POST', '/alerts', {
    body: { name: 'Busy', criteria: {}, destinationWebhookUrl: 'https://hooks.example.com/busy' },
  });
  alertId = body.id;
  const listing = '00000000-0000-4000-8000-000000000001';
  await api.database.query(
    `with source as (
       insert into source (id, domain, name, created_at) values ($1, 'portal.example', 'Portal', now()) returning id
     )
     insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
       content_hash, created_at, updated_at)
     select $1, source.id, 'a', $1, 1, true, now(), now(), '', now(), now() from source`,
    [listing],
  );
  await api.database.query(
    `insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state)
     select $1, n, true, now(), now(), '{}' from generate_series(1, $2::int) n`,
    [listing, ROWS],
  );
  await api.database.query(
    `insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version,
       created_at)
     select ${ID}, $1, $2, $2, n, 0, 1, timestamptz '2026-03-01Z' + n / 7 * interval '1 second'
     from generate_series(1, $3::int) n`,
    [alertId, listing, ROWS],
  );
  await api.database.query(
    `insert into event_notification (id, account_id, alert_id, delivery_id, attempt_number, channel, destination_id,
       destination_address, status, created_at, updated_at)
     select ${ID}, account_id, alert.id, ${ID}, 1, 'WEBHOOK', destination_id, '', 'DELIVERED', now(), now()
     from alert, generate_series(1, $2::int) n where alert.id = $1`,
    [alertId, ROWS],
  );
}, 60_000);
afterAll(() => api.stop());

const ID = `('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const numbersOf = ({ body }: Answer): number[] => body.map(({ id }: { id: string }) => parseInt(id.slice(-12), 16));
const linksOf = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(
    headers
      .get('link')!
      .split(', ')
      .map((link) => [/rel="(\w+)"/.exec(link)![1]!, /<(.*)>/.exec(link)![1]!]),
  );

describe.each([
  ['notifications', () => '/event-notifications'],
  ['the notifications of an alert', () => `/alerts/${alertId}/notifications`],
  ['the events of an alert', () => `/alerts/${alertId}/events`],
])('%s, more than are counted,', (_, path) => {
  it('say so, and name no last page', async () => {
    const first = await api.ask('GET', path());
    expect([first.headers.get('x-total-count'), first.headers.get('x-total-count-capped')]).toEqual(['10000', 'true']);
    expect(linksOf(first)).toEqual({ first: `${path()}?page=1`, next: `${path()}?page=2` });
  });

  it('have numbered pages as far as they are counted, and links that lead to the end', async () => {
    let answer = await api.ask('GET', `${path()}?page=${COUNTED_PAGES}`);
    const numbers = numbersOf(answer);
    expect(numbers[0]).toBe(ROWS - 30 * (COUNTED_PAGES - 1));
    while (linksOf(answer).next !== undefined) {
      answer = await api.ask('GET', linksOf(answer).next!);
      expect(Object.keys(linksOf(answer))).not.toContain('last');
      numbers.push(...numbersOf(answer));
    }
    expect(numbers).toEqual(Array.from({ length: numbers[0]! }, (_, n) => numbers[0]! - n));
  });

  it('refuse a page behind them, and a cursor that is none', async () => {
    const deep = await api.ask('GET', `${path()}?page=300000`);
    expectProblem(deep, 422, 'validation-failed');
    expect(violatedPaths(deep)).toEqual(['page']);
    for (const cursor of ['x', 'MQ', 'a'.repeat(200), '&cursor=MQ'])
      expect(violatedPaths(await api.ask('GET', `${path()}?cursor=${cursor}`))).toEqual(['cursor']);
    const { next } = linksOf(await api.ask('GET', `${path()}?page=${COUNTED_PAGES}`));
    expect(violatedPaths(await api.ask('GET', `${next!}&page=2`))).toEqual(['page']);
  });

  it('are nothing to another account', async () => {
    const key = await api.makeKey({ account: 'Strange' });
    const { next } = linksOf(await api.ask('GET', `${path()}?page=${COUNTED_PAGES}`));
    const { body, status, headers } = await api.ask('GET', next!, { key });
    expect([status === 404 || body.length === 0, headers.get('x-total-count-capped')]).toEqual([true, null]);
  });
});

it('a list that is shorter than that has an exact total, and an empty page behind its end', async () => {
  const { headers, body } = await api.ask(
    'GET',
    `/alerts/${alertId}/events?createdAt[before]=2026-03-01T00:00:10Z&page=9`,
  );
  expect([headers.get('x-total-count'), headers.get('x-total-count-capped'), body]).toEqual(['76', null, []]);
});
