import { ApiUnderTest } from './testing/api-under-test.js';
import { violatedPaths } from './testing/expect-problem.js';
import { recordEvent } from './testing/record-event.js';
import { sampleHomes } from './testing/sample-homes.js';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: {
    type?: string;
    enum?: string[];
    format?: string;
    minimum?: number;
    maximum?: number;
    maxLength?: number;
    items?: Parameter['schema'];
    anyOf?: object[];
    $ref?: string;
  };
}

const FEED_DOMAIN = 'provider.example';

/** Good values, where a parameter has to be there or its form cannot be made up. */
const GOOD: Readonly<Record<string, string>> = {
  q: 'a',
  url: 'https://homes.example/adverts/1',
  search: '0199a1b2-0000-7000-8000-000000000001',
  ...{ north: '49', south: '48', east: '3', west: '2' },
};

let api: ApiUnderTest;
/** Admitted to feeds alone, and no other key is. */
let feedKey: string;
let routes: { address: string; parameters: Parameter[] }[];

beforeAll(async () => {
  api = await ApiUnderTest.start({ operatorAccounts: ['Spec & Co'] });
  feedKey = await api.makeKey({ role: 'ROLE_FEED_PROVIDER', sources: [FEED_DOMAIN] });
  await api.ingest(sampleHomes(3));
  const { body: alert } = await api.ask('POST', '/alerts', { body: { name: 'x', criteria: {} } });
  const event = await recordEvent(api.database, { alertId: alert.id, externalId: 'home-1' });
  const {
    body: {
      items: [home],
    },
  } = await api.search({ size: 1 }, { headers: { accept: 'application/json' } });
  const { body: document } = await api.ask('GET', '/openapi.json', { key: null });
  const idOf = (template: string, name: string): string =>
    name === 'domain'
      ? FEED_DOMAIN
      : name === 'revisionId'
        ? '1'
        : 'zxy'.includes(name)
          ? '0'
          : template.startsWith('/listings')
            ? home.listings[0].uuid
            : name === 'eventUuid' || (template.includes('alertUuid') && name === 'uuid')
              ? event
              : template.startsWith('/alerts')
                ? alert.id
                : home.uuid;
  routes = Object.entries<{ get?: { parameters?: Parameter[]; security?: object[] } }>(document.paths)
    .filter(([, { get }]) => get?.security !== undefined)
    .map(([template, { get }]) => ({
      address: template.replace(/\{(\w+)\}/g, (_, name: string) => idOf(template, name)),
      parameters: (get!.parameters ?? []).filter(({ in: place }) => place === 'query'),
    }));
}, 60_000);
afterAll(() => api.stop());

/** Values that a parameter of this form cannot have. */
function badValues({
  type,
  enum: words,
  format,
  minimum,
  maximum,
  maxLength,
  items,
  anyOf: isMoment,
  $ref,
}: Parameter['schema']): string[] {
  if (items) return badValues(items);
  if (type === 'integer')
    return [
      'x',
      '1.5',
      '1e1',
      ' 1',
      '٣',
      'null',
      ...(minimum === undefined ? [] : [String(minimum - 1)]),
      ...(maximum === undefined ? [] : [String(maximum + 2)]),
    ];
  if (type === 'number')
    return [
      'x',
      '1,5',
      'NaN',
      'Infinity',
      'null',
      ...(minimum === undefined ? [] : [String(minimum - 1)]),
      ...(maximum === undefined ? [] : [String(maximum * 2 + 2)]),
    ];
  if (words || $ref) return ['NOTHING', 'null', `${words?.[0] ?? 'x'} `];
  if (isMoment) return ['yesterday', '2026-02-30T00:00:00Z', '2026-02-30', '2026-03', '1772323200'];
  if (format === 'uuid') return ['x', '0199a1b2-0000-7000-8000-00000000000', '1'];
  return maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)];
}

async function expectNamed(address: string, query: readonly [string, string][], name: string): Promise<void> {
  const asked = `${address}?${query.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')}`;
  const answer = await api.ask('GET', asked, address.startsWith('/feeds/') ? { key: feedKey } : {});
  if (answer.status !== 422)
    throw new Error(`GET ${asked} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 200)}`);
  const paths = violatedPaths(answer);
  expect({ asked, paths, isNamed: paths.some((path) => path === name || path.startsWith(`${name}[`)) }).toEqual({
    asked,
    paths,
    isNamed: true,
  });
}

const othersOf = (parameters: readonly Parameter[], name: string): [string, string][] =>
  parameters.filter((other) => other.required && other.name !== name).map((other) => [other.name, GOOD[other.name]!]);

it('are many', () => {
  expect(routes.length).toBeGreaterThan(18);
  expect(routes.flatMap(({ parameters }) => parameters).length).toBeGreaterThan(40);
});

it('are refused with their name when they have the wrong form or lie out of range', async () => {
  for (const { address, parameters } of routes) {
    for (const { name, schema } of parameters)
      for (const value of [...badValues(schema), ''])
        await expectNamed(address, [...othersOf(parameters, name), [name, value]], name);
  }
});

it('are refused with their name when they stand there twice and take one value', async () => {
  for (const { address, parameters } of routes) {
    for (const { name, schema } of parameters.filter((parameter) => parameter.schema.type !== 'array')) {
      const good =
        GOOD[name] ??
        schema.enum?.[0] ??
        (schema.anyOf
          ? '2026-03-01T00:00:00Z'
          : schema.format === 'uuid'
            ? '0199a1b2-0000-7000-8000-000000000001'
            : '1');
      await expectNamed(address, [...othersOf(parameters, name), [name, good], [name, good]], name);
    }
  }
});

const UNKNOWN = ['unknown', 'constructor', 'toString', '__proto__', 'Page', 'page[]', 'size', 'filter[x]'];

it('are refused with their name when the route does not know them, misses them, or knows another spelling', async () => {
  for (const { address, parameters } of routes) {
    const rest = othersOf(parameters, '');
    const own = parameters.map(({ name }) => name);
    for (const name of UNKNOWN.filter((each) => !own.includes(each)))
      await expectNamed(address, [...rest, [name, '1']], name);
    for (const { name, required } of parameters)
      if (required) await expectNamed(address, othersOf(parameters, name), name);
  }
});
