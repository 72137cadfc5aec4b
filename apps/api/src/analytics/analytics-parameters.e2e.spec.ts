import { BOUNDS, GROUP_COLUMNS, LISTED_COLUMNS } from '@gable/search-postgres';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';

let api: ApiUnderTest;

beforeAll(async () => (api = await ApiUnderTest.start({ rateLimitPerMinute: 0 })), 60_000);
afterAll(() => api.stop());

const paths = async (query: string): Promise<string[]> =>
  violatedPaths(await api.ask('GET', `/analytics/listings?${query}`));

const numbers = BOUNDS.flatMap(({ prefix, min, max, whole }) =>
  ['min', 'max'].map((end) => ({ name: `${prefix}_${end}`, min, max, whole })),
);
const many = (count: number, text: string) => Array(count).fill(text).join(',');

describe('what is wrong with a parameter is said under its name', () => {
  it.each(numbers)('$name', async ({ name, min, max, whole }) => {
    for (const wrong of [
      '',
      'x',
      '1x',
      '0x10',
      'NaN',
      'Infinity',
      '1e999',
      '1,2',
      'null',
      '1_000',
      String(min - 1),
      String(max * 2 + 1),
      ...(whole ? ['1.5', '1e1'] : []),
    ]) {
      expect([wrong, await paths(`${name}=${wrong}`)]).toEqual([wrong, [name]]);
    }
    expect(await paths(`${name}=1&${name}=1`)).toEqual([name]);
    expect(await paths(`${name}[]=1`)).toEqual([name]);
  });

  it.each(['event_at_from', 'event_at_to'])('%s', async (name) => {
    for (const wrong of [
      '',
      'today',
      '2026',
      '2026-03',
      '2026-02-30',
      '2026-02-30T10:00:00Z',
      '2026-03-01T25:00:00Z',
      '1772359200',
    ]) {
      expect([wrong, await paths(`${name}=${wrong}`)]).toEqual([wrong, [name]]);
    }
    expect(await paths(`${name}=2026-03-01T10:00:00Z&${name}=2026-03-01T10:00:00Z`)).toEqual([name]);
    expect(await paths(`${name}[]=2026-03-01T10:00:00Z`)).toEqual([name]);
  });

  it.each(LISTED_COLUMNS)('%s', async (name) => {
    const good =
      { property_type: 'FLAT', event_type: 'CREATED', dpe_energy_rating: 'A', publisher_type: 'PRIVATE_INDIVIDUAL' }[
        name as string
      ] ?? '7';
    for (const wrong of [
      '',
      'x',
      `${good},`,
      `,${good}`,
      `${good},x`,
      '-1',
      '1.5',
      '99999999999999999999',
      good.toLowerCase() === good ? ' 7' : good.toLowerCase(),
      'constructor',
    ]) {
      expect([wrong, await paths(`${name}=${encodeURIComponent(wrong)}`)]).toEqual([wrong, [name]]);
      expect([wrong, await paths(`${name}[]=${good}&${name}[]=${encodeURIComponent(wrong)}`)]).toEqual([wrong, [name]]);
    }
    if (good.length > 12) return; // a thousand of them are longer than an address may be
    expect((await api.ask('GET', `/analytics/listings?${name}=${many(1_000, good)}`)).status).toBe(200);
    expect(await paths(`${name}=${many(1_001, good)}`)).toEqual([name]);
  });

  it.each([
    ['transaction_type', 'SELL'],
    ['time_bucket', 'week'],
  ])('%s', async (name, good) => {
    for (const wrong of [
      '',
      'x',
      good.toLowerCase() === good ? good.toUpperCase() : good.toLowerCase(),
      `${good},${good}`,
      '0',
      'hour',
      'toString',
    ]) {
      expect([wrong, await paths(`${name}=${wrong}`)]).toEqual([wrong, [name]]);
    }
    expect(await paths(`${name}=${good}&${name}=${good}`)).toEqual([name]);
    expect(await paths(`${name}[]=${good}`)).toEqual([name]);
  });

  it('group_by', async () => {
    for (const wrong of [
      '',
      'x',
      'lat',
      'time_bucket',
      'price',
      'property_type,',
      'city_id;drop table market_event',
      'listing_id',
    ]) {
      expect([wrong, await paths(`group_by=${encodeURIComponent(wrong)}`)]).toEqual([wrong, ['group_by']]);
    }
    expect((await api.ask('GET', `/analytics/listings?group_by=${GROUP_COLUMNS.slice(0, 10).join(',')}`)).status).toBe(
      200,
    );
    expect(await paths(`group_by=${GROUP_COLUMNS.slice(0, 11).join(',')}`)).toEqual(['group_by']);
    expect(
      await paths(
        GROUP_COLUMNS.slice(0, 11)
          .map((column) => `group_by[]=${column}`)
          .join('&'),
      ),
    ).toEqual(['group_by']);
  });

  it('metrics', async () => {
    for (const wrong of [
      '',
      'x',
      'COUNT',
      'count:price',
      'avg',
      'avg:',
      'avg:x',
      'avg:city_id',
      'avg:price:1',
      'sum:price',
      'median:price:50',
      'percentile:price',
      'percentile:price:',
      'percentile:price:0',
      'percentile:price:0.0',
      'percentile:price:-1',
      'percentile:price:100.01',
      'percentile:price:101',
      'percentile:price:x',
      'percentile:price:1e1',
      'percentile:price:50:50',
      'percentile::50',
      'percentile:lat:50',
      'count,',
      'avg:constructor',
    ]) {
      expect([wrong, await paths(`metrics=${encodeURIComponent(wrong)}`)]).toEqual([wrong, ['metrics']]);
    }
    expect(
      (
        await api.ask(
          'GET',
          `/analytics/listings?metrics=${Array.from({ length: 20 }, (_, i) => `percentile:area:${i + 1}`).join(',')}`,
        )
      ).status,
    ).toBe(200);
    expect(await paths(`metrics=${many(21, 'count')}`)).toEqual(['metrics']);
  });

  it('a lower bound above the upper one', async () => {
    for (const { prefix, max } of BOUNDS)
      expect(await paths(`${prefix}_min=${Math.min(max, 9)}&${prefix}_max=8`)).toEqual([`${prefix}_min`]);
    expect(await paths('event_at_from=2026-03-01T10:00:00Z&event_at_to=2026-03-01T09:59:59.999Z')).toEqual([
      'event_at_from',
    ]);
  });

  it('a name that nobody knows, with the nearest that is known', async () => {
    const answer = await api.ask(
      'GET',
      '/analytics/listings?citi_id=1&page=1&city_id[0]=1&__proto__=1&price=3&select=1',
    );
    expect(violatedPaths(answer)).toEqual(['citi_id', 'page', 'city_id[0]', '__proto__', 'price', 'select']);
    expect(answer.body.violations[0]).toEqual({
      propertyPath: 'citi_id',
      message: 'is unknown; did you mean "city_id"?',
    });
    expect(await paths('listing_id[]=1')).toEqual(['listing_id[]']);
  });

  it('everything at once', async () => {
    const answer = await api.ask(
      'GET',
      '/analytics/listings?rooms_min=two&colour=red&time_bucket=hour&metrics=sum:price',
    );
    expect(answer.body.violations).toEqual([
      { propertyPath: 'colour', message: expect.stringMatching(/^is unknown; known here: property_type, /) },
      { propertyPath: 'rooms_min', message: 'expects a whole number from 0 to 2147483647; got "two"' },
      { propertyPath: 'time_bucket', message: 'expects one of day, week, month, quarter, year; got "hour"' },
      { propertyPath: 'metrics', message: expect.stringMatching(/^expects count, avg:<field>, .*; got "sum:price"$/) },
    ]);
  });
});
