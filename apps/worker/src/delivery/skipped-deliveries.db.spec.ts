import type { FixtureAlert } from '@gable/testing';
import { DeliveryWorld } from '../testing/delivery-world.js';

let world: DeliveryWorld;

beforeAll(async () => {
  world = await DeliveryWorld.open();
});
beforeEach(() => world.empty());
afterAll(() => world.close());

describe('what may not go any more is skipped with its reason', () => {
  const skips: [reason: string, write: (alert: FixtureAlert) => Promise<unknown>][] = [
    ['ALERT_INACTIVE', ({ id }) => world.database.query('update alert set active = false where id = $1', [id])],
    ['ALERT_DELETED', ({ id }) => world.database.query('update alert set deleted_at = now() where id = $1', [id])],
    [
      'RULE_OFF',
      ({ id }) =>
        world.database.query(
          `update alert set notification_config = '{"rules":[{"eventType":"PRICE_CHANGED","enabled":true}]}' where id = $1`,
          [id],
        ),
    ],
    [
      'DESTINATION_REMOVED',
      ({ id }) => world.database.query('update alert set destination_id = null where id = $1', [id]),
    ],
    [
      'DESTINATION_CHANGED',
      async ({ id }) =>
        world.database.query('update alert set destination_id = $2 where id = $1', [
          id,
          await world.fixture.destination(world.account, 'WEBHOOK', 'https://other.example/'),
        ]),
    ],
  ];
  it.each(skips)('%s', async (reason, write) => {
    const alert = await world.webhookAlert();
    await world.told(alert);
    await write(alert);
    await world.run();
    expect(world.webhooks.sent).toEqual([]);
    expect(await world.rows()).toMatchObject([
      { status: 'SKIPPED', last_error_message: expect.stringMatching(new RegExp(`^${reason}: `)) },
    ]);
    expect(await world.database.query('select from delivery')).toEqual([]);
  });
});
