import { randomUUID } from 'node:crypto';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { sampleHome } from '../testing/sample-homes.js';

let api: ApiUnderTest;
/** Of an account that OPERATOR_ACCOUNTS does not name. */
let plainKey: string;

const FLAT = {
  propertyType: 'FLAT',
  area: 80,
  rooms: 3,
  bedrooms: 2,
  price: 300_000,
  building: { constructionYear: 1975 },
};
const place = (n: number) => ({ lat: 48.85 + n / 10, lng: 2.35, accuracy: 'PRECISE', cityName: 'Paris' });
let towns = 0;

/** Two adverts of one home and one that the floor keeps apart, in a town of their own. */
async function threeAdverts() {
  const town = (towns += 1);
  const advert = (n: number, domain: string, more: object = {}) =>
    sampleHome(10 * town + n, {
      ...FLAT,
      floor: 4,
      location: place(town),
      url: `https://${domain}/${town}`,
      source: { domain, name: domain },
      ...more,
    });
  await api.ingest([
    advert(1, 'portal.example'),
    advert(2, 'agency.example', { price: 297_000 }),
    advert(3, 'paper.example', { floor: 9 }),
  ]);
  const [home, other] = [await homeOf('portal.example', town), await homeOf('paper.example', town)];
  expect([home.listings.length, other.listings.length]).toEqual([2, 1]);
  return { town, home, other };
}

async function homeOf(domain: string, town: number) {
  const url = encodeURIComponent(`https://${domain}/${town}`);
  return (await api.ask('GET', `/properties/search-by-url?url=${url}`)).body;
}

const decide = (body: object) => api.ask('POST', '/grouping-decisions', { body });
const preview = (body: object) => api.ask('POST', '/grouping-decisions/preview', { body });
const idsOf = (listings: readonly { listingId?: string; uuid?: string }[]) =>
  listings.map(({ listingId, uuid }) => listingId ?? uuid).sort();
const grouping = async (uuid: string) => (await api.ask('GET', `/properties/${uuid}/grouping`)).body;

beforeAll(async () => {
  api = await ApiUnderTest.start({ operatorAccounts: ['Spec & Co'] });
  plainKey = await api.makeKey({ account: 'Integrator' });
}, 60_000);
afterAll(() => api.stop());

it('shows what a merge comes to, does just that, notes who did it, and takes it back', async () => {
  const { home, other, town } = await threeAdverts();
  const request = { kind: 'MERGE', propertyIds: [home.uuid, other.uuid], reason: 'the floor is a slip' };
  const shown = await preview(request);
  expect(shown.status).toBe(200);
  const before = [await grouping(home.uuid), await grouping(other.uuid)];
  expect(shown.body.before.map(({ merged }: { merged: object }) => merged)).toEqual(before.map(({ merged }) => merged));
  expect(shown.body.after).toHaveLength(1);
  expect(shown.body.pairs).toHaveLength(2);
  for (const pair of shown.body.pairs) expect(pair).toMatchObject({ agrees: false, contradictions: ['floor'] });
  expect((await grouping(home.uuid)).listings).toHaveLength(2); // nothing is done yet

  const changes = await countChanges();
  const done = await decide(request);
  expect(done.status).toBe(201);
  expect(done.body).toMatchObject({ kind: 'MERGE', reason: 'the floor is a slip', withdrawnAt: null });
  const after = await grouping(home.uuid);
  expect(after.merged).toEqual(shown.body.after[0].merged);
  expect(idsOf(after.listings)).toEqual(idsOf(shown.body.after[0].listings));
  expect(await countChanges()).toBe(changes);
  const read = await api.ask('GET', done.headers.get('location')!);
  expect(read.body).toEqual(done.body);
  const entries = async () => (await api.ask('GET', '/account/audit-log')).body;
  expect((await entries())[0]).toMatchObject({
    actor: expect.stringMatching(/^key [0-9a-f-]{36}$/),
    action: 'properties merge',
    subject: { decisionId: done.body.id },
  });

  const undone = await api.ask('DELETE', `/grouping-decisions/${done.body.id}`);
  expect(undone.body).toMatchObject({ id: done.body.id, withdrawnAt: expect.any(String) });
  expect((await homeOf('portal.example', town)).uuid).toBe(home.uuid);
  expect(idsOf((await grouping(home.uuid)).listings)).toEqual(idsOf(home.listings));
  expect(idsOf((await homeOf('paper.example', town)).listings)).toEqual(idsOf(other.listings));
  expect((await entries())[0]).toMatchObject({ action: 'properties withdraw', subject: { decisionId: done.body.id } });
  const again = await api.ask('DELETE', `/grouping-decisions/${done.body.id}`);
  expect([again.status, again.body]).toEqual([200, undone.body]);
});

it('shows what a split comes to, does just that, and puts together what agrees when it is taken back', async () => {
  const { home, town } = await threeAdverts();
  const going = home.listings.find(({ url }: { url: string }) => url.includes('agency')).uuid as string;
  const request = { kind: 'SPLIT', propertyIds: [home.uuid], listingIds: [going] };
  const shown = await preview(request);
  expect(shown.body.after.map(({ propertyId }: { propertyId: string | null }) => propertyId)).toEqual([
    home.uuid,
    null,
  ]);
  expect(shown.body.pairs).toMatchObject([{ agrees: true, bits: expect.any(Number) }]);
  const done = await decide(request);
  const [stayed, made] = done.body.propertyIds as [string, string];
  expect(stayed).toBe(home.uuid);
  expect([(await grouping(stayed)).merged, (await grouping(made)).merged]).toEqual(
    shown.body.after.map(({ merged }: { merged: object }) => merged),
  );
  const contrary = await decide({ kind: 'MERGE', propertyIds: [stayed, made] });
  expectProblem(contrary, 409, 'conflict');
  expect(contrary.body.detail).toContain(done.body.id);
  await api.ask('DELETE', `/grouping-decisions/${done.body.id}`);
  expect(idsOf((await homeOf('agency.example', town)).listings)).toEqual(idsOf(home.listings));
});

it('refuses a preview for what it refuses the deed for, by the name of the member', async () => {
  const { home, other } = await threeAdverts();
  const [absent, alone] = [randomUUID(), other.listings[0].uuid];
  const refused: [body: object, paths: string[]][] = [
    [{}, ['kind', 'propertyIds']],
    [{ kind: 'MERGE', propertyIds: [home.uuid] }, ['propertyIds']],
    [{ kind: 'MERGE', propertyIds: [home.uuid, 'x'] }, ['propertyIds']],
    [{ kind: 'MERGE', propertyIds: [home.uuid, absent] }, ['propertyIds']],
    [{ kind: 'MERGE', propertyIds: [home.uuid, other.uuid], listingIds: [alone] }, ['listingIds']],
    [{ kind: 'SPLIT', propertyIds: [home.uuid, other.uuid], listingIds: [alone] }, ['propertyIds']],
    [{ kind: 'SPLIT', propertyIds: [home.uuid] }, ['listingIds']],
    [{ kind: 'SPLIT', propertyIds: [home.uuid], listingIds: [alone] }, ['listingIds']],
    [{ kind: 'SPLIT', propertyIds: [other.uuid], listingIds: [alone] }, ['listingIds']],
    [{ kind: 'SPLIT', propertyIds: [home.uuid], listingIds: [absent], reason: '' }, ['reason']],
  ];
  for (const [body, paths] of refused)
    for (const ask of [preview, decide])
      expect({ body, paths: violatedPaths(await ask(body)) }).toEqual({ body, paths });
  expect((await grouping(home.uuid)).decisions).toEqual([]);
});

it('is for operators alone, and GET /account says who is one', async () => {
  const { home, other } = await threeAdverts();
  const body = { kind: 'MERGE', propertyIds: [home.uuid, other.uuid] };
  const refused = await api.ask('POST', '/grouping-decisions', { key: plainKey, body });
  expectProblem(refused, 403, 'forbidden');
  expect(refused.body.detail).toContain('OPERATOR_ACCOUNTS');
  expect((await grouping(home.uuid)).decisions).toEqual([]);
  const isOperator = async (key?: string) => (await api.ask('GET', '/account', { key })).body.isOperator;
  expect([await isOperator(), await isOperator(plainKey)]).toEqual([true, false]);
  expect(await isOperator(await api.makeKey({ role: 'ROLE_SAAS_USER' }))).toBe(false);
  expectProblem(await api.ask('DELETE', `/grouping-decisions/${randomUUID()}`), 404, 'not-found');
});

async function countChanges(): Promise<number> {
  const [row] = await api.database.query<{ n: number }>('select count(*)::int as n from listing_change');
  return row!.n;
}
