import fc from 'fast-check';
import { ALERT_EVENT_TYPES } from '@gable/domain/alert';

import { openDatabase, type Database } from '@gable/persistence';
import {
  createTestDatabase,
  keepChanges,
  mixedAlerts,
  NO_FINDINGS,
  someConfig,
  type AlertEdit,
  type TestDatabase,
  recordedNotifications,
} from '@gable/testing';
import { SeededRandom, criteriaNode, rounds } from '@gable/domain/testing';
import { LifeWorld, STOPS } from '../testing/life-world.js';
import { slowWrites } from '../testing/slow-writes.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  await keepChanges(database);
  await slowWrites(database);
});
/** Workers look at each other once a second; here every step comes a second after the one before. */
let skipped = 0;
const clock = performance.now.bind(performance);
beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => clock() + skipped));
afterEach(() => void jest.restoreAllMocks());

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Which alerts there are, by place of their making. */
interface Model {
  readonly ids: string[];
}

type LifeCommand = fc.AsyncCommand<Model, LifeWorld>;

function command(
  name: string,
  run: (world: LifeWorld, model: Model) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): LifeCommand {
  return { check, run: (model, world) => run(world, model), toString: () => name };
}

const hasAlerts = ({ ids }: Model): boolean => ids.length > 0;
const seed = fc.integer({ min: 1, max: 1_000_000 });
const which = fc.nat({ max: 20 });
const walker = fc.integer({ min: 0, max: 1 });
const stop = fc.constantFrom(...STOPS);

/** Between these two every later change tells which one was seen. */
const EVERYTHING = criteriaNode([]);
const NOTHING = criteriaNode([{ kind: 'range', field: 'price', min: 1_000_000_000, max: null, allowNull: false }]);

const LOUD = { rules: ALERT_EVENT_TYPES.map((eventType) => ({ eventType, enabled: true })) };

/** What a `PUT` says, by a number. */
function someEdit(world: LifeWorld, number: number): AlertEdit {
  const random = new SeededRandom(number);
  const [plan] = mixedAlerts(number, 1, world.sample);
  return random.pick<AlertEdit>([
    { criteria: plan!.criteria },
    { criteria: EVERYTHING },
    { criteria: NOTHING },
    { notificationConfig: someConfig(random) },
    { destination: plan!.destination },
    { active: false },
    { active: false },
    { active: true },
    { active: true },
  ]);
}

const create = seed.map((number) =>
  command(`create(${number})`, async (world, model) => {
    model.ids.push(await world.book.create(mixedAlerts(number, 1, world.sample)[0]!));
  }),
);
const edit = fc
  .tuple(which, seed)
  .map(([place, number]) =>
    command(
      `edit(${place}, ${number})`,
      (world, { ids }) => world.book.edit(ids[place % ids.length]!, someEdit(world, number)),
      hasAlerts,
    ),
  );
const remove = which.map((place) =>
  command(`remove(${place})`, (world, { ids }) => world.book.remove(ids.splice(place % ids.length, 1)[0]!), hasAlerts),
);
const ingest = fc
  .integer({ min: 1, max: 25 })
  .map((count) =>
    command(`ingest(${count})`, (world) => world.ingest([...world.town.change(count), ...world.town.arrive(1)])),
  );
const step = walker.map((place) => command(`step(${place})`, async (world) => void (await world.step(place))));
const walk = walker.map((place) => command(`walk(${place})`, (world) => world.walk(place)));
const kill = walker.map((place) => command(`kill(${place})`, (world) => world.kill(place)));
const relieve = walker.map((place) => command(`relieve(${place})`, (world) => world.relieve(place)));
const killInStep = fc
  .tuple(walker, stop)
  .map(([place, at]) => command(`killInStep(${place}, ${at})`, (world) => world.killInStep(place, at)));

const editInStep = fc
  .tuple(walker, stop, which, seed)
  .map(([place, at, alert, number]) =>
    command(
      `editInStep(${place}, ${at}, ${alert}, ${number})`,
      (world, { ids }) =>
        world.duringStep(place, at, () => world.book.edit(ids[alert % ids.length]!, someEdit(world, number))),
      hasAlerts,
    ),
  );
const createInStep = fc
  .tuple(walker, stop, seed)
  .map(([place, at, number]) =>
    command(`createInStep(${place}, ${at}, ${number})`, (world, { ids }) =>
      world.duringStep(
        place,
        at,
        async () => void ids.push(await world.book.create(mixedAlerts(number, 1, world.sample)[0]!)),
      ),
    ),
  );
const editAroundWalk = fc.tuple(walker, which, seed).map(([place, alert, number]) =>
  command(
    `editAroundWalk(${place}, ${alert}, ${number})`,
    async (world, { ids }) => {
      await world.walkDuringWrite(place, () => world.book.edit(ids[alert % ids.length]!, someEdit(world, number)));
      await world.ingest(world.town.change(5));
    },
    hasAlerts,
  ),
);
const createAroundWalk = fc.tuple(walker, seed).map(([place, number]) =>
  command(`createAroundWalk(${place}, ${number})`, async (world, { ids }) => {
    await world.walkDuringWrite(
      place,
      async () => void ids.push(await world.book.create(mixedAlerts(number, 1, world.sample)[0]!)),
    );
    await world.ingest(world.town.change(5));
  }),
);
const overtakeWithEdit = fc.tuple(walker, which, seed).map(([place, alert, number]) =>
  command(
    `overtakeWithEdit(${place}, ${alert}, ${number})`,
    async (world, { ids }) => {
      await world.ingest(world.town.change(5));
      await world.overtakeInStep(place, () => world.book.edit(ids[alert % ids.length]!, someEdit(world, number)));
    },
    hasAlerts,
  ),
);
/** An alert that tells everything is switched off while a step that tells its events stands still: nothing of it may wait to be sent when the write was answered. */
const hushInStep = fc.tuple(walker, stop).map(([place, at]) =>
  command(`hushInStep(${place}, ${at})`, async (world, { ids }) => {
    const id = await world.book.create({
      name: 'Loud',
      criteria: EVERYTHING,
      notificationConfig: LOUD,
      destination: { channel: place === 0 ? 'WEBHOOK' : 'EMAIL', address: 'https://hooks.example.com/loud' },
    });
    ids.push(id);
    await world.ingest([...world.town.change(10), ...world.town.arrive(2)]);
    await world.duringStep(place, at, () => world.book.edit(id, { active: false }));
    expect(
      (await recordedNotifications(database)).filter(({ alertId, status }) => alertId === id && status !== 'SKIPPED'),
    ).toEqual([]);
  }),
);
const ingestInStep = fc
  .tuple(walker, stop, seed)
  .map(([place, at]) =>
    command(`ingestInStep(${place}, ${at})`, (world) =>
      world.duringStep(place, at, () => world.ingest(world.town.change(5))),
    ),
  );
const overtakeInStep = walker.map((place) =>
  command(`overtakeInStep(${place})`, (world) => world.overtakeInStep(place)),
);
const commitLate = fc
  .integer({ min: 1, max: 5 })
  .map((count) => command(`commitLate(${count})`, (world) => world.commitLate(count)));
const killBoth = fc.constant(
  command('killBoth', async (world) => {
    await world.kill(0);
    await world.kill(1);
  }),
);

const ordinary = [
  create,
  create,
  edit,
  edit,
  edit,
  remove,
  ingest,
  ingest,
  ingest,
  step,
  step,
  walk,
  walk,
  walk,
  kill,
  relieve,
  killInStep,
  killInStep,
  overtakeInStep,
  overtakeInStep,
  killBoth,
  commitLate,
];

/** No further life is begun after this long, once enough was compared; LIFE_SEED=… LIFE_MS=… plays a failure again, or plays for longer. */
const ENOUGH_MS = Number(process.env.LIFE_MS ?? rounds(6_000, 60_000));
const ENOUGH_EVENTS = 50;

/** Prints the seed and the commands of a failure. */
async function checkLives(commands: fc.Arbitrary<LifeCommand>[], keepsStill: boolean): Promise<{ events: number }> {
  const did = { events: 0 };
  const until = clock() + ENOUGH_MS;
  await fc.assert(
    fc.asyncProperty(seed, fc.commands(commands, { maxCommands: 60, size: '+1' }), async (number, run) => {
      if (clock() > until && (!keepsStill || did.events > ENOUGH_EVENTS)) return;
      const world = await LifeWorld.begin(
        {
          database,
          url: testDatabase.url,
          keepsStill,
          passSecond: () => {
            skipped += 1_001;
          },
        },
        number,
      );
      try {
        for (const plan of mixedAlerts(number, 6, world.sample)) await world.book.create(plan);
        await fc.asyncModelRun(() => ({ model: { ids: [...world.book.kept] }, real: world }), run);
        const findings = await world.settle();
        expect({ ...findings, lives: await world.livesOf(findings) }).toEqual({ ...NO_FINDINGS, lives: [] });
        if (keepsStill) {
          const { recorded, expected } = await world.eventLines();
          expect(recorded).toEqual(expected);
          did.events += recorded.length;
        }
      } finally {
        await world.end();
      }
    }),
    { numRuns: 1_000, endOnFailure: true, ...(process.env.LIFE_SEED && { seed: Number(process.env.LIFE_SEED) }) },
  );
  return did;
}

describe('alerts over their lives', () => {
  it(
    'record exactly the events of the contract, whatever is written, ingested, walked and killed in whatever order',
    async () => {
      const { events } = await checkLives(ordinary, true);
      expect(events).toBeGreaterThan(ENOUGH_EVENTS); // else nothing was compared
    },
    ENOUGH_MS + 120_000,
  );

  it(
    'record nothing that is not allowed where writes, changes and steps overlap',
    async () => {
      await checkLives(
        [
          ...ordinary,
          editInStep,
          editInStep,
          createInStep,
          ingestInStep,
          editAroundWalk,
          editAroundWalk,
          createAroundWalk,
          overtakeWithEdit,
          overtakeWithEdit,
          hushInStep,
        ],
        false,
      );
    },
    ENOUGH_MS + 120_000,
  );
});
