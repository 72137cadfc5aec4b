import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { isScopeOf, ROLES, SCOPES } from '@gable/domain';
import { generateApiKey } from '@gable/runtime';
import { httpServer } from '../http/http-server.js';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem } from '../testing/expect-problem.js';
import { DeclaredAccess, type DeclaredRoute } from './declared-access.js';
import { Roles } from './roles.js';

/** Routes that an empty object says too little to. */
const NEEDS_A_BODY = [
  'POST /analytics/listings',
  'POST /alerts',
  'POST /alerts/:uuid/replay',
  'POST /alerts/preview',
  'POST /criteria/describe',
  'POST /favorite-properties',
  'POST /geo/shapes',
  'POST /grouping-decisions',
  'POST /grouping-decisions/preview',
  'POST /properties/map',
];
/** Static files and what leads to them: `console.e2e.spec.ts` knows what they answer. */
const OF_THE_CONSOLE = /^\/(?:console.*)?$/;
const ABSENT = '0199a1b2-0000-7000-8000-000000000001';

let api: ApiUnderTest;
let routes: DeclaredRoute[];

beforeAll(async () => {
  api = await ApiUnderTest.start({ operatorAccounts: ['Spec & Co'] });
  routes = api.app.get(DeclaredAccess).routes();
});
afterAll(() => api.stop());

function call({ method, path }: DeclaredRoute, key: string | null) {
  const address =
    path.replace(/:[zxy]\b/g, '0').replace(/:\w+/g, ABSENT) +
    (path.endsWith('search-by-url')
      ? '?url=https://nowhere.example/'
      : path.endsWith('autocomplete') || path.endsWith('words')
        ? '?q=paris'
        : path.endsWith('outlines')
          ? '?north=49&south=48&east=3&west=2'
          : path.endsWith('.mvt')
            ? `?search=${ABSENT}`
            : '');
  return api.ask(method, address, { key, body: method === 'GET' ? undefined : {} });
}

describe('every route', () => {
  it('is known here', () => {
    expect(
      routes
        .map(
          ({ method, path, access }) =>
            `${method} ${path} ${access === 'public' ? 'public' : `${access?.isForOperators ? 'operators: ' : ''}${access?.roles.join(' ')}`}`,
        )
        .sort(),
    ).toEqual([
      'DELETE /alerts/:uuid ROLE_API_CLIENT ROLE_SAAS_USER',
      'DELETE /favorite-properties/:id ROLE_API_CLIENT ROLE_SAAS_USER',
      'DELETE /geo/shapes/:id ROLE_API_CLIENT ROLE_SAAS_USER',
      'DELETE /grouping-decisions/:uuid operators: ROLE_API_CLIENT',
      'GET / public',
      'GET /account ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /account/api-usage ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /account/audit-log ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /alert-events ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /alerts ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /alerts/:alertUuid/events ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /alerts/:alertUuid/events/:eventUuid/explanation ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /alerts/:alertUuid/events/:uuid ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /alerts/:uuid ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /alerts/:uuid/notifications ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /analytics/listings ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /c/:token public',
      'GET /console public',
      'GET /console/* public',
      'GET /console/config.json public',
      'GET /criteria/words ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /event-notifications ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /event-notifications/:uuid ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /favorite-properties ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /feeds/:domain/jobs ROLE_FEED_PROVIDER',
      'GET /feeds/:domain/jobs/:id ROLE_FEED_PROVIDER',
      'GET /feeds/:domain/jobs/:id/rejects ROLE_FEED_PROVIDER',
      'GET /feeds/:domain/listings/:externalId ROLE_FEED_PROVIDER',
      'GET /geo/autocomplete ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /geo/divisions/:id ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /geo/outlines ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /geo/shapes ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /geo/shapes/:id ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /grouping-decisions/:uuid operators: ROLE_API_CLIENT',
      'GET /health/live public',
      'GET /health/ready public',
      'GET /listings/:id ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /listings/:id/revisions ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /listings/:id/revisions/:revisionId ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /metrics public',
      'GET /properties/:uuid ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /properties/:uuid/grouping ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /properties/:uuid/history ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /properties/search-by-url ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /properties/tiles/:z/:x/:y.mvt ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /sources ROLE_API_CLIENT ROLE_SAAS_USER',
      'GET /u/:token public',
      'POST /alerts ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /alerts/:uuid/replay ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /alerts/:uuid/test ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /alerts/preview ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /analytics/listings ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /c/:token public',
      'POST /criteria/describe ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /event-notifications/:uuid/resend ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /favorite-properties ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /feeds/:domain ROLE_FEED_PROVIDER',
      'POST /geo/shapes ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /grouping-decisions operators: ROLE_API_CLIENT',
      'POST /grouping-decisions/preview operators: ROLE_API_CLIENT',
      'POST /properties ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /properties/count ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /properties/facets ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /properties/map ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /properties/tiles ROLE_API_CLIENT ROLE_SAAS_USER',
      'POST /u/:token public',
      'PUT /alerts/:uuid ROLE_API_CLIENT ROLE_SAAS_USER',
      'PUT /feeds/:domain/listings/:externalId ROLE_FEED_PROVIDER',
    ]);
  });

  it('asks for a key that is there, well-formed, known, not revoked and not expired, and says which header', async () => {
    const revoked = await api.makeKey();
    await api.revoke(revoked);
    const good = await api.makeKey();
    const keys: [what: string, key: string | null][] = [
      ['missing', null],
      ['empty', ''],
      ['no key at all', 'Bearer secret'],
      ['a wrong check sum', `${good.slice(0, -1)}${good.endsWith('a') ? 'b' : 'a'}`],
      ['unknown', generateApiKey().apiKey],
      ['the secret of another key', withIdOf(good, generateApiKey().apiKey)],
      ['revoked', revoked],
      ['expired', await api.makeKey({ expiresAt: new Date(Date.now() - 1) })],
      ['twice', `${good}, ${good}`],
    ];
    for (const route of routes.filter(({ access }) => access !== 'public')) {
      for (const [what, key] of keys) {
        const answer = await call(route, key);
        expectProblem(answer, 401, 'unauthorized');
        expect({ what, challenge: answer.headers.get('www-authenticate') }).toEqual({ what, challenge: 'ApiKey' });
      }
    }
  });

  it('refuses a key whose account is blocked', async () => {
    const key = await api.makeKey({ account: 'Blocked' });
    await api.database.query(`update account set blocked_at = now() where name = 'Blocked'`);
    for (const route of routes.filter(({ access }) => access !== 'public'))
      expectProblem(await call(route, key), 403, 'forbidden');
  });

  it('admits a good key of either role', async () => {
    for (const role of ['ROLE_API_CLIENT', 'ROLE_SAAS_USER'] as const) {
      const key = await api.makeKey({ role, expiresAt: new Date(Date.now() + 60_000) });
      for (const route of routes.filter(({ access }) => access === 'public' || access?.roles.includes(role))) {
        if (OF_THE_CONSOLE.test(route.path)) continue;
        const { status } = await call(route, key);
        const expected = NEEDS_A_BODY.includes(`${route.method} ${route.path}`)
          ? 422
          : /:|url/.test(route.path)
            ? 404
            : 200;
        expect({ route: route.path, status }).toEqual({ route: route.path, status: expected });
      }
    }
  });

  it.each(SCOPES)(
    'is open to a key narrowed to %s, or closed with a sentence that names what is missing',
    async (scope) => {
      const keys = new Map<string, string>();
      for (const role of ['ROLE_API_CLIENT', 'ROLE_FEED_PROVIDER'] as const)
        keys.set(
          role,
          await api.makeKey({ role, scopes: [scope], sources: role === 'ROLE_FEED_PROVIDER' ? [ABSENT] : [] }),
        );
      let open = 0;
      for (const route of routes) {
        if (route.access === 'public') continue;
        const answer = await call(route, keys.get(route.access!.roles[0]!)!);
        if (route.scope === scope) {
          open += 1;
          expect({ route: route.path, status: answer.status }).not.toMatchObject({ status: 403 });
        } else {
          expectProblem(answer, 403, 'forbidden');
          expect(answer.body.detail).toContain(`the scope ${route.scope},`);
        }
      }
      expect(open).toBeGreaterThan(0); // no scope that leads nowhere
    },
  );

  it.each(ROLES)('asks of a %s for the scopes that are its own, and for each of them somewhere', (role) => {
    const asked = routes.flatMap(({ access, scope }) =>
      access !== 'public' && access?.roles.includes(role) ? scope : [],
    );
    expect(SCOPES.filter((scope) => asked.includes(scope))).toEqual(SCOPES.filter((scope) => isScopeOf(role, scope)));
  });

  it('is closed to keys of other accounts where it is for operators', async () => {
    const [plain, saas] = [await api.makeKey({ account: 'Spec' }), await api.makeKey({ role: 'ROLE_SAAS_USER' })];
    const ofOperators = routes.filter(({ access }) => access !== 'public' && access?.isForOperators);
    expect(ofOperators.length).toBeGreaterThan(0);
    for (const route of ofOperators)
      for (const key of [plain, saas]) expectProblem(await call(route, key), 403, 'forbidden');
  });

  it('is open either to feed keys or to the others, and to feed keys for the sources they are bound to', async () => {
    const feedKey = await api.makeKey({ role: 'ROLE_FEED_PROVIDER', sources: ['agency.example'] });
    const others = [await api.makeKey(), await api.makeKey({ role: 'ROLE_SAAS_USER' })];
    for (const route of routes.filter(({ access }) => access !== 'public')) {
      const isOfFeeds = route.path.startsWith('/feeds/');
      for (const key of isOfFeeds ? others : [feedKey]) expectProblem(await call(route, key), 403, 'forbidden');
      if (isOfFeeds) expectProblem(await call(route, feedKey), 403, 'forbidden'); // of another source
    }
    expect((await api.ask('GET', '/feeds/Agency.Example/jobs', { key: feedKey })).status).toBe(200);
  });

  it('is asked for the key before anything else is looked at', async () => {
    expectProblem(
      await api.ask('POST', '/properties?x=1', { key: null, body: '{not json', headers: { accept: 'text/html' } }),
      401,
      'unauthorized',
    );
    expectProblem(await api.ask('GET', '/properties/no-uuid', { key: null }), 401, 'unauthorized');
  });
});

describe('a key', () => {
  it('stops working within ten seconds of its revocation', async () => {
    const key = await api.makeKey();
    expect((await api.search({}, { key })).status).toBe(200);
    await api.revoke(key);
    const revokedAt = Date.now();
    while ((await api.search({}, { key })).status === 200) {
      expect(Date.now() - revokedAt).toBeLessThan(10_000);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }, 15_000);
});

describe('a route that declares no access, or no scope', () => {
  @Controller('forgotten')
  class ForgottenController {
    @Get(':id')
    read(): string {
      return 'everybody may read this';
    }
  }

  @Controller('unbounded')
  class UnboundedController {
    @Get()
    @Roles('ROLE_API_CLIENT')
    read(): string {
      return 'every key may read this, however narrow';
    }
  }

  it.each([
    [ForgottenController, /GET \/forgotten\/:id \(ForgottenController\.read\)/],
    [UnboundedController, /@NeedsScope\(…\); these do not: GET \/unbounded \(UnboundedController\.read\)/],
  ])('keeps the API from starting: %p', async (controller, sentence) => {
    @Module({ imports: [DiscoveryModule], controllers: [controller], providers: [DeclaredAccess] })
    class CarelessModule {}
    const server = httpServer();
    const app = await NestFactory.create(CarelessModule, server, { logger: false, bodyParser: false });
    const access = app.get(DeclaredAccess);
    access.watch(server.getInstance());
    await app.init();
    expect(() => access.require()).toThrow(sentence);
    await app.close();
  });
});

/** A well-formed key with the public part of one key and the secret of another cannot be made by joining them: the check sum covers both. */
function withIdOf(one: string, other: string): string {
  return one.slice(0, 19) + other.slice(19);
}
