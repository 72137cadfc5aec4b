import { SeededRandom } from '@gable/domain/testing';
import type { Criteria } from '@gable/domain/criteria';
import { DEFAULT_SORT } from '@gable/search';
import { CityMemory, CitySearch, PostgresSearch } from '@gable/search-postgres';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { SAMPLE_DIVISIONS, sampleHome } from '../testing/sample-homes.js';

const FLAT = { accept: 'application/json' };
const CITIES = [75_056, 69_123, 13_055];
const HOMES = 60;
const ROUNDS = 20;

let api: ApiUnderTest;
let memory: CityMemory;
let plain: PostgresSearch;
let fromMemory = 0;

beforeAll(async () => {
  api = await ApiUnderTest.start({
    searchOver: (database) => {
      plain = new PostgresSearch(database);
      memory = new CityMemory(database, {
        mostBytes: 2 ** 24,
        onAnswer: (isOurs) => (fromMemory += Number(isOurs)),
      });
      return new CitySearch(plain, memory);
    },
  });
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(Array.from({ length: HOMES }, (_, n) => homeIn(n, CITIES[n % 3]!)));
  for (const cityId of CITIES) {
    for (let n = 0; n < 4; n += 1) await api.search({ cityIds: [cityId] }, { headers: FLAT });
  }
  await memory.settled();
}, 60_000);
afterAll(async () => {
  memory.close();
  await api.stop();
});

function homeIn(n: number, cityId: number, changes: object = {}) {
  const home = sampleHome(n);
  return { ...home, location: { ...(home.location as object), cityId }, ...changes };
}

const titlesOf = (items: { listings: { title: string; price: number }[] }[]): string[] =>
  items.flatMap(({ listings }) => listings.map(({ title, price }) => `${title} ${price}`)).sort();

it('answers from cities in memory what is true when it is asked, whatever was ingested a moment before', async () => {
  const random = new SeededRandom(11);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const observedAt = new Date(Date.UTC(2026, 2, 2, 0, round)).toISOString();
    await api.ingest(
      Array.from({ length: random.whole(1, 5) }, () => {
        const n = random.whole(0, HOMES + 20);
        return homeIn(n, CITIES[random.whole(0, 2)]!, {
          observedAt,
          status: random.whole(0, 4) === 0 ? 'OFFLINE' : 'ONLINE',
          ...(random.whole(0, 2) > 0 && { price: 100_000 + random.whole(0, 50) }),
          ...(random.whole(0, 2) === 0 && { title: `Title of round ${round}` }),
        });
      }),
    );
    for (const cityId of CITIES) {
      const before = fromMemory;
      const { body } = await api.search({ cityIds: [cityId], size: 100 }, { headers: FLAT });
      expect(fromMemory).toBe(before + 1);
      const criteria: Criteria = {
        conditions: [{ kind: 'division', included: [cityId], excluded: null }],
        operator: 'AND',
        children: [],
      };
      const { ids } = await plain.findPage({ criteria, sort: DEFAULT_SORT, offset: 0, limit: 100 });
      expect((body.items as { uuid: string }[]).map(({ uuid }) => uuid)).toEqual(ids);
      if (round < ROUNDS) continue;
      const records = await Promise.all(ids.map(async (id) => (await api.ask('GET', `/properties/${id}`)).body));
      expect(titlesOf(body.items)).toEqual(titlesOf(records as never));
    }
  }
}, 60_000);
