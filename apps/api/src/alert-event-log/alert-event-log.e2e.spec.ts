import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { recordEvent } from '../testing/record-event.js';
import { SAMPLE_DIVISIONS, sampleHomes } from '../testing/sample-homes.js';

let api: ApiUnderTest;
/** Two alerts and their events in turns, a second apart. */
const alerts: string[] = [];
const recorded: string[] = [];

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(sampleHomes(35));
  for (const name of ['Homes', 'More homes'])
    alerts.push((await api.ask('POST', '/alerts', { body: { name, criteria: {} } })).body.id as string);
  for (let n = 0; n < 35; n += 1)
    recorded.push(
      await recordEvent(api.database, {
        alertId: alerts[n % 2]!,
        externalId: `home-${n}`,
        createdAt: new Date(Date.UTC(2026, 2, 1, 10, 0, n)).toISOString(),
      }),
    );
}, 60_000);
afterAll(() => api.stop());

const idsOf = (body: { id: string }[]): string[] => body.map(({ id }) => id);
const follow = async (query = ''): Promise<string[]> => idsOf((await api.ask('GET', `/alert-events${query}`)).body);

describe('the events of all alerts', () => {
  it('come oldest first, each once, by following the link next until there is none', async () => {
    const seen: string[] = [];
    let address: string | undefined = '/alert-events?size=10&fields=id';
    for (; address !== undefined;) {
      const { status, headers, body }: Awaited<ReturnType<typeof api.ask>> = await api.ask('GET', address);
      expect(status).toBe(200);
      seen.push(...idsOf(body));
      address = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      if (address !== undefined) expect(address).toBe(`/alert-events?size=10&fields=id&after=${seen.at(-1)}`);
    }
    expect(seen).toEqual(recorded);
  });

  it('are as under their alerts', async () => {
    const [first, second] = (await api.ask('GET', '/alert-events?size=2')).body;
    const under = async (event: { id: string; alert: string }) => {
      const { property, ...rest } = (await api.ask('GET', `${event.alert}/events/${event.id}`)).body;
      expect(property.uuid).toBe(rest.propertyId);
      return rest as object;
    };
    expect(first).toEqual(await under(first));
    expect(second).toEqual(await under(second));
    expect([first.alert, second.alert]).toEqual(alerts.map((id) => `/alerts/${id}`));
  });

  it('go on behind the last that was read, when there are more', async () => {
    expect(await follow(`?after=${recorded.at(-1)}`)).toEqual([]);
    const later = await recordEvent(api.database, {
      alertId: alerts[0]!,
      externalId: 'home-1',
      eventType: 'PRICE_CHANGED',
      createdAt: '2026-03-01T10:01:00.000Z',
    });
    expect(await follow(`?after=${recorded.at(-1)!.toUpperCase()}`)).toEqual([later]);
    recorded.push(later);
  });

  it('begin at a moment or a day', async () => {
    expect(await follow('?createdAt[after]=2026-03-01T10:00:30Z')).toEqual(recorded.slice(30));
    expect(await follow('?createdAt[after]=2026-03-02')).toEqual([]);
    expect(await follow('?createdAt[after]=2026-03-01')).toEqual(recorded.slice(0, 30));
  });

  it('come newest first where that is asked for, and lead back', async () => {
    const address = '/alert-events?size=30&order%5BcreatedAt%5D=desc';
    const { headers, body } = await api.ask('GET', address);
    const newestFirst = recorded.toReversed();
    expect(idsOf(body)).toEqual(newestFirst.slice(0, 30));
    expect(headers.get('link')).toBe(`<${address}&after=${newestFirst[29]}>; rel="next"`);
    const { headers: last, body: rest } = await api.ask('GET', `${address}&after=${newestFirst[29]}`);
    expect([idsOf(rest), last.get('link')]).toEqual([newestFirst.slice(30), null]);
  });

  it('are those of the account alone, also of alerts that it removed', async () => {
    const stranger = await api.makeKey({ account: 'Somebody Else' });
    expect((await api.ask('GET', '/alert-events', { key: stranger })).body).toEqual([]);
    const writer = await api.makeKey({ scopes: ['alerts:write'] });
    expectProblem(await api.ask('GET', '/alert-events', { key: writer }), 403, 'forbidden');
    expect((await api.ask('DELETE', `/alerts/${alerts[1]}`)).status).toBe(204);
    expect(await follow('?size=100')).toEqual(recorded);
  });

  it('are refused with the name of what is wrong', async () => {
    const refused: [query: string, paths: string[]][] = [
      ['after=x', ['after']],
      ['after=', ['after']],
      [`after=${recorded[0]}&after=${recorded[1]}`, ['after']],
      ['size=0', ['size']],
      ['size=101', ['size']],
      ['size=ten', ['size']],
      ['createdAt[after]=yesterday', ['createdAt[after]']],
      ['createdAt[before]=2026-03-01', ['createdAt[before]']],
      ['order[createdAt]=up', ['order[createdAt]']],
      ['page=2', ['page']],
      ['fields=nothing', ['fields[0]']],
    ];
    for (const [query, paths] of refused)
      expect({ query, paths: violatedPaths(await api.ask('GET', `/alert-events?${query}`)) }).toEqual({ query, paths });
  });
});
