import { ALERT_EVENT_TYPES, type Destination } from '@gable/domain/alert';
import { criteriaNode } from '@gable/domain/testing';
import { StepWriter } from '@gable/persistence/alerts';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, keepChanges, NO_FINDINGS, type AlertEdit, type TestDatabase } from '@gable/testing';
import { LifeWorld, STOPS } from '../testing/life-world.js';
import { passFence } from '../testing/pass-fence.js';
import { skippableClock } from '../testing/skippable-clock.js';

let testDatabase: TestDatabase;
let database: Database;
const clock = skippableClock();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  await keepChanges(database);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const EVERYTHING = criteriaNode([]);
const NOTHING = criteriaNode([{ kind: 'range', field: 'price', min: 1_000_000_000, max: null, allowNull: false }]);
const HALF = criteriaNode([{ kind: 'range', field: 'price', min: null, max: 300_000, allowNull: true }]);
const LOUD = { rules: ALERT_EVENT_TYPES.map((eventType) => ({ eventType, enabled: true })) };
const HUSHED = { rules: ALERT_EVENT_TYPES.map((eventType) => ({ eventType, enabled: false })) };
const WEBHOOK: Destination = { channel: 'WEBHOOK', address: 'https://hooks.example.com/loud' };
const MAIL: Destination = { channel: 'EMAIL', address: 'loud@mail.example.com' };

/** What is written of an alert that met everything and notified of it; one alert each. */
const WRITES: readonly (readonly AlertEdit[] | 'removed')[] = [
  [{ criteria: NOTHING }],
  [{ criteria: HALF }],
  [{ criteria: HALF }, { criteria: EVERYTHING }],
  [{ notificationConfig: HUSHED }],
  [{ destination: null }],
  [{ destination: MAIL }],
  [{ destination: null }, { destination: WEBHOOK }],
  [{ active: false }],
  [{ active: false }, { active: true }],
  [
    { criteria: NOTHING, destination: MAIL },
    { criteria: HALF, notificationConfig: null },
  ],
  'removed',
  [],
];

/** When alerts are written, from before the step reads to just before it commits. */
const MOMENTS: Record<string, (world: LifeWorld, write: () => Promise<void>) => Promise<void>> = {
  'before it reads': async (world, write) => {
    await write();
    await world.walk(0);
  },
  'after it decided': (world, write) => world.beforeCommit(0, write),
  ...Object.fromEntries(
    STOPS.map((stop) => [
      `while it stands at ${stop}`,
      (world: LifeWorld, write: () => Promise<void>) => world.duringStep(0, stop, write),
    ]),
  ),
};

it.each(Object.entries(MOMENTS))(
  'alerts written %s cost no step, and leave what the definitions allow',
  async (_, happen) => {
    const passSecond = (): void => clock.skip(1_001);
    const world = await LifeWorld.begin({ database, url: testDatabase.url, keepsStill: false, passSecond }, 7);
    try {
      const ids: string[] = [];
      for (const place of WRITES.keys())
        ids.push(
          await world.book.create({
            name: `Loud ${place}`,
            criteria: EVERYTHING,
            notificationConfig: LOUD,
            destination: place % 2 === 0 ? WEBHOOK : MAIL,
          }),
        );
      await world.ingest([...world.town.change(20), ...world.town.arrive(3)]);
      await world.walk(0);
      await world.ingest([...world.town.change(40), ...world.town.arrive(5)]);
      await passFence(database);
      const commits = jest.spyOn(StepWriter.prototype, 'commit');
      await happen(world, async () => {
        for (const [place, writes] of WRITES.entries()) {
          if (writes === 'removed') await world.book.remove(ids[place]!);
          else for (const edit of writes) await world.book.edit(ids[place]!, edit);
        }
      });
      const outcomes = await Promise.allSettled(commits.mock.results.map(({ value }) => value as Promise<unknown>));
      expect(outcomes.length).toBeGreaterThan(0);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
      await world.ingest(world.town.change(10));
      expect(await world.settle()).toEqual(NO_FINDINGS);
      const events = await database.query<{ events: number }>(
        'select count(*) as events from alert_event where alert_id = $1',
        [ids.at(-1)],
      );
      expect(events[0]!.events).toBeGreaterThan(40); // of the alert that nobody wrote
    } finally {
      await world.end();
    }
  },
);
