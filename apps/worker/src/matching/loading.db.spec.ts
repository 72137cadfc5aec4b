import { MatchedStore } from '../testing/matched-store.js';
import { passFence } from '../testing/pass-fence.js';
import { createAlertMatcher } from './alert-matcher.js';

let store: MatchedStore;

beforeAll(async () => {
  store = await MatchedStore.open();
});
afterAll(() => store.close());

it('matches as soon as alerts are loaded, and sorts them meanwhile for as long as there is more to do', async () => {
  let left = 80;
  const { stage } = await store.worker('worker', () =>
    Object.assign(createAlertMatcher(), { compact: () => (left -= 1) > 0 }),
  );
  const id = await store.alert();
  await store.feed({ externalId: 'a' });
  await passFence(store.database);
  while ((await store.events(id)).length === 0) expect(await stage.step()).toBe(true);
  expect(left).toBeGreaterThan(0);
  while (await stage.step());
  expect([left, await store.events(id)]).toEqual([0, ['a 1 NEW_MATCH']]);
  await stage.leave();
});
