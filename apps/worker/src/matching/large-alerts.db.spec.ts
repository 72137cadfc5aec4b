import { DeadLetterStore } from '@gable/persistence/alerts';
import { MatchedStore } from '../testing/matched-store.js';

let store: MatchedStore;

beforeAll(async () => {
  store = await MatchedStore.open();
});
afterAll(() => store.close());

it('sets alerts aside that are too large to load, at the start and later, and matches the rest', async () => {
  const letters = new DeadLetterStore(store.database);
  const [large, well, later] = [await store.alert(), await store.alert(), await store.alert()];
  const grow = (id: string, positions: number) =>
    store.database.query('update alert set shape_positions = $2, xid = pg_current_xact_id() where id = $1', [
      id,
      positions,
    ]);
  await grow(large, 4_000_000);
  const { stage } = await store.worker('worker');
  await store.feed({ externalId: 'a' });
  await store.walk(stage);
  expect([await store.events(large), await store.events(well)]).toEqual([[], ['a 1 NEW_MATCH']]);
  expect(await letters.list(10)).toEqual([
    expect.objectContaining({
      kind: 'ALERT',
      subject: { alertId: large },
      reason: expect.stringMatching(/^The criteria cannot be loaded: They are too large: .* of 4000000 positions/),
    }),
  ]);

  await grow(later, 4_000_000);
  await grow(large, 0);
  await letters.retry((await letters.find(large))!, await store.database.now());
  await store.feed({ externalId: 'b' });
  await store.walk(stage);
  expect([await store.events(large), await store.events(later)]).toEqual([['b 1 NEW_MATCH'], ['a 1 NEW_MATCH']]);
  expect((await letters.list(10)).map(({ subject }) => subject)).toEqual([{ alertId: later }]);
  await stage.leave();
});
