import type { AlertEventType } from '@gable/domain/alert';
import { SkipStore } from '@gable/persistence/delivery';
import { newId } from '@gable/persistence';
import { alertsOf, CRITERIA, HOOK, startAlertsApi } from '../testing/alerts-of.js';
import type { ApiUnderTest } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startAlertsApi();
}, 60_000);
afterAll(() => api.stop());

const { put, get, created, changed, rowOf } = alertsOf(() => api);

describe('a change', () => {
  it('gives back what it was given, in both modes', async () => {
    const rules = [
      { eventType: 'NEW_MATCH', enabled: true },
      {
        eventType: 'PRICE_CHANGED',
        enabled: false,
        thresholdMinPercentage: 5,
        thresholdMaxPercentage: 7.5,
        thresholdDirection: 'DECREASE',
      },
    ];
    for (const body of [
      { criteria: CRITERIA, notificationConfig: { rules }, destinationWebhookUrl: HOOK, active: false },
      {
        searchMode: 'classic',
        cityIds: [75_056],
        price: { lte: 5, gte: null },
        hasParking: false,
        notificationConfig: { rules: [] },
        destinationEmail: 'a@example.com',
      },
    ]) {
      const { updatedAt, ...before } = await created(body);
      const { updatedAt: later, ...after } = await changed(before.id, { ...before, updatedAt });
      expect(after).toEqual(before);
      expect(later).toBe(updatedAt); // nothing was written
      expect((await get(before.id)).body).toEqual({ ...after, updatedAt: later });
      expect(await rowOf(before.id)).toMatchObject({ criteria_version: 1 });
    }
  });

  it('keeps what is left out and fills in what is null', async () => {
    const { id, ...before } = await created({
      criteria: CRITERIA,
      active: false,
      notificationConfig: { rules: [{ eventType: 'LISTING_EXPIRED' }] },
    });
    expect(before.notificationConfig).toEqual({ rules: [{ eventType: 'LISTING_EXPIRED', enabled: true }] });
    const { updatedAt: _, ...unchanged } = before;
    expect(await changed(id, {})).toMatchObject(unchanged);
    expect(await changed(id, { searchMode: null, name: 'New' })).toMatchObject({ ...unchanged, name: 'New' });
    expect(await changed(id, { notificationConfig: null })).toMatchObject({ notificationConfig: null, active: false });
    expect(violatedPaths(await put(id, { name: null, active: null, criteria: null }))).toEqual([
      'name',
      'active',
      'criteria',
    ]);
  });

  it('replaces criteria as a whole, and remembers the old ones', async () => {
    const { id } = await created({ criteria: CRITERIA });
    expect((await changed(id, { criteria: { rooms: { min: 3 } } })).criteria).toEqual({ rooms: { rooms: { min: 3 } } });
    expect((await changed(id, { criteria: { rooms: { rooms: { gte: 3 } } } })).criteria).toEqual({
      rooms: { rooms: { min: 3 } },
    });
    expect((await changed(id, { criteria: {} })).criteria).toEqual({});
    expect(await rowOf(id)).toMatchObject({ criteria_version: 3 });
    const history = await api.database.query<{ criteria_version: number; criteria: { conditions: unknown[] } }>(
      'select criteria_version, criteria from alert_criteria_history where alert_id = $1 order by 1',
      [id],
    );
    expect(history.map(({ criteria_version: version, criteria }) => [version, criteria.conditions.length])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it.each<[string, 'advanced' | 'classic', object, object | string[]]>([
    [
      'nothing of the wish, on an advanced alert',
      'advanced',
      {},
      { searchMode: 'advanced', criteria: { price: { max: 9 } } },
    ],
    [
      'nothing of the wish, on a classic alert',
      'classic',
      {},
      { searchMode: 'classic', price: { lte: 9 }, rooms: { gte: 2 } },
    ],
    [
      'criteria without a mode, on an advanced alert',
      'advanced',
      { criteria: { area: { min: 1 } } },
      { searchMode: 'advanced', criteria: { area: { min: 1 } } },
    ],
    [
      'criteria without a mode, on a classic alert',
      'classic',
      { criteria: { area: { min: 1 } } },
      { searchMode: 'advanced', criteria: { area: { min: 1 } } },
    ],
    [
      'advanced without criteria, on a classic alert',
      'classic',
      { searchMode: 'advanced' },
      { searchMode: 'advanced', criteria: { price: { max: 9 }, rooms: { rooms: { min: 2 } } } },
    ],
    [
      'advanced without criteria, on an advanced alert',
      'advanced',
      { searchMode: 'advanced' },
      { searchMode: 'advanced', criteria: { price: { max: 9 } } },
    ],
    ['advanced with a filter', 'advanced', { searchMode: 'advanced', price: { lte: 1 } }, ['price']],
    ['criteria and a filter', 'classic', { criteria: {}, price: { lte: 1 } }, ['price']],
    ['a filter without a mode, on a classic alert', 'classic', { price: { lte: 1 } }, ['price']],
    ['a filter without a mode, on an advanced alert', 'advanced', { price: { lte: 1 } }, ['price']],
    ['null for a filter without a mode, on a classic alert', 'classic', { price: null }, ['price']],
    [
      'null for a filter without a mode, on an advanced alert',
      'advanced',
      { price: null },
      { searchMode: 'advanced', criteria: { price: { max: 9 } } },
    ],
    [
      'classic with a filter, on a classic alert',
      'classic',
      { searchMode: 'classic', price: { lte: 1 } },
      { price: { lte: 1 }, rooms: { gte: 2 }, criteria: { price: { max: 1 }, rooms: { rooms: { min: 2 } } } },
    ],
    [
      'classic with null for a filter',
      'classic',
      { searchMode: 'classic', price: null },
      { price: null, rooms: { gte: 2 }, criteria: { rooms: { rooms: { min: 2 } } } },
    ],
    [
      'classic with a filter, on an advanced alert',
      'advanced',
      { searchMode: 'classic', area: { gte: 5 } },
      { searchMode: 'classic', price: null, area: { gte: 5 }, criteria: { area: { min: 5 } } },
    ],
    [
      'classic with criteria, which are not read',
      'classic',
      { searchMode: 'classic', criteria: { pric: 1 } },
      { searchMode: 'classic', criteria: { price: { max: 9 }, rooms: { rooms: { min: 2 } } } },
    ],
    ['classic with nothing, on an advanced alert', 'advanced', { searchMode: 'classic' }, ['searchMode']],
  ])('says %s', async (_, from, body, expected) => {
    const { id } = await created(
      from === 'advanced'
        ? { criteria: { price: { max: 9 } } }
        : { searchMode: 'classic', price: { lte: 9 }, rooms: { gte: 2 } },
    );
    if (Array.isArray(expected)) {
      const before = (await get(id)).body;
      expect(violatedPaths(await put(id, body))).toEqual(expected);
      expect((await get(id)).body).toEqual(before);
    } else {
      const answer = await changed(id, body);
      expect(answer).toMatchObject(expected);
      if ('criteria' in expected) expect(answer.criteria).toEqual(expected.criteria);
      expect('rooms' in answer).toBe(answer.searchMode === 'classic');
    }
  });

  it('is seen by the workers, and a new start only when it is one', async () => {
    const { id } = await created({ criteria: {} });
    const seen = async () => {
      const { since, xid_text: xid } = await rowOf(id);
      return { since, xid: Number(xid) };
    };
    const first = await seen();
    await changed(id, { name: 'Renamed' });
    const renamed = await seen();
    expect(renamed.since).toBe(first.since);
    expect(renamed.xid).toBeGreaterThan(first.xid);
    await changed(id, { active: false });
    expect((await seen()).since).toBe(first.since);
    await changed(id, { active: true });
    const again = await seen();
    expect(again.since).not.toBe(first.since);
    await changed(id, { active: true });
    expect((await seen()).since).toBe(again.since);
  });

  it('is whole when two come at once', async () => {
    const { id } = await created({ searchMode: 'classic', price: { lte: 1 } });
    const bodies = [
      { area: { gte: 1 } },
      { rooms: { gte: 1 } },
      { bedrooms: { gte: 1 } },
      { hasGarden: true },
      { cityIds: [75_056] },
    ];
    await Promise.all(bodies.map((filter) => changed(id, { searchMode: 'classic', ...filter })));
    expect((await get(id)).body).toMatchObject(Object.assign({ price: { lte: 1 } }, ...bodies) as object);
    expect(await rowOf(id)).toMatchObject({ criteria_version: 6 });
  });
});

describe('notifications that wait', () => {
  const event = async (alertId: string, type: AlertEventType, deliveryOf?: string) => {
    const id = newId(new Date());
    const types = ['NEW_MATCH', 'ADDITIONAL_LISTING', 'BACK_IN_CRITERIA', 'LISTING_REACTIVATED', 'PRICE_CHANGED'];
    await api.database.query(
      `insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version, delivery_id, created_at) values ($1, $2, $3, $3, 1, $4, 1, $5, now())`,
      [id, alertId, newId(new Date()), types.indexOf(type), deliveryOf ?? id],
    );
    return id;
  };
  const queue = async (alertId: string, eventId: string | null, status: string) => {
    const id = newId(new Date());
    await api.database.query(
      `insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, scheduled_at, created_at, updated_at)
       select $1, account_id, id, $3, $4, 1, 'WEBHOOK', destination_id, 'x', $5, now(), now(), now() from alert where id = $2`,
      [id, alertId, eventId, eventId ?? id, status],
    );
    await api.database.query(
      `insert into delivery (id, account_id, alert_id, endpoint_id, channel, destination_id, notification_id, attempt_number, round_start, due_at, epoch)
       select delivery_id, attempt.account_id, attempt.alert_id, endpoint_id, attempt.channel, destination.id, attempt.id, 1, 0, now(), queue_epoch
       from event_notification attempt join event_destination destination on destination.id = attempt.destination_id
         join alert on alert.id = attempt.alert_id
       where attempt.id = $1 and status in ('PENDING', 'SUSPENDED')`,
      [id],
    );
    return id;
  };
  const sweep = async () => {
    const [skips, at] = [new SkipStore(api.database), new Date(Date.now() + 60_000)];
    while ((await skips.sweep(at)) > 0);
  };
  const states = async (ids: string[]) => {
    await sweep();
    const rows = await api.database.query<{
      status: string;
      last_error_message: string | null;
      scheduled_at: Date | null;
    }>(
      'select status, last_error_message, scheduled_at from event_notification where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
      [ids],
    );
    return rows.map(
      ({ status, last_error_message: message, scheduled_at: at }) =>
        `${status}${message === null ? '' : ` ${message.split(':')[0]}`}${at === null ? ' never' : ''}`,
    );
  };

  it('are skipped when the alert is switched off, deleted, or sends elsewhere', async () => {
    const ends: [how: (id: string) => Promise<unknown>, code: string, test: string][] = [
      [(id) => changed(id, { active: false }), 'ALERT_INACTIVE', 'PENDING'],
      [(id) => api.ask('DELETE', `/alerts/${id}`), 'ALERT_DELETED', 'SKIPPED ALERT_DELETED never'],
      [
        (id) => changed(id, { destinationWebhookUrl: null }),
        'DESTINATION_REMOVED',
        'SKIPPED DESTINATION_REMOVED never',
      ],
      [
        (id) => changed(id, { destinationWebhookUrl: `${HOOK}/new` }),
        'DESTINATION_CHANGED',
        'SKIPPED DESTINATION_CHANGED never',
      ],
      [
        (id) => changed(id, { destinationEmail: 'a@example.com' }),
        'DESTINATION_CHANGED',
        'SKIPPED DESTINATION_CHANGED never',
      ],
    ];
    for (const [end, code, test] of ends) {
      const [one, other] = [
        await created({ criteria: {}, destinationWebhookUrl: HOOK }),
        await created({ criteria: {}, destinationWebhookUrl: HOOK }),
      ];
      const ids = [];
      for (const status of ['PENDING', 'SUSPENDED', 'DELIVERED', 'FAILED'])
        ids.push(await queue(one.id, await event(one.id, 'NEW_MATCH'), status));
      ids.push(
        await queue(one.id, null, 'PENDING'),
        await queue(other.id, await event(other.id, 'NEW_MATCH'), 'PENDING'),
      );
      await changed(one.id, { name: 'Renamed', criteria: CRITERIA, destinationWebhookUrl: HOOK });
      expect(await states(ids)).toEqual(['PENDING', 'SUSPENDED', 'DELIVERED', 'FAILED', 'PENDING', 'PENDING']);
      await end(one.id);
      expect(await states(ids)).toEqual([
        `SKIPPED ${code} never`,
        `SKIPPED ${code} never`,
        'DELIVERED',
        'FAILED',
        test,
        'PENDING',
      ]);
    }
  });

  it('are skipped when their rule goes, but not a mail that tells others too', async () => {
    const { id } = await created({
      criteria: {},
      destinationWebhookUrl: HOOK,
      notificationConfig: { rules: [{ eventType: 'NEW_MATCH' }, { eventType: 'PRICE_CHANGED' }] },
    });
    const [match, price, mixed, mixedLate] = [
      await event(id, 'NEW_MATCH'),
      await event(id, 'PRICE_CHANGED'),
      await event(id, 'PRICE_CHANGED'),
      await event(id, 'NEW_MATCH'),
    ];
    await event(id, 'NEW_MATCH', mixed);
    await event(id, 'PRICE_CHANGED', mixedLate);
    const ids = [
      await queue(id, match, 'PENDING'),
      await queue(id, price, 'SUSPENDED'),
      await queue(id, mixed, 'PENDING'),
      await queue(id, mixedLate, 'PENDING'),
      await queue(id, null, 'PENDING'),
    ];
    await changed(id, { name: 'Renamed', criteria: CRITERIA });
    expect(await states(ids)).toEqual(['PENDING', 'SUSPENDED', 'PENDING', 'PENDING', 'PENDING']);
    await changed(id, {
      notificationConfig: { rules: [{ eventType: 'NEW_MATCH' }, { eventType: 'PRICE_CHANGED', enabled: false }] },
    });
    expect(await states(ids)).toEqual(['PENDING', 'SKIPPED RULE_OFF never', 'PENDING', 'PENDING', 'PENDING']);
    await changed(id, { notificationConfig: { rules: [] } });
    expect(await states(ids)).toEqual([
      'SKIPPED RULE_OFF never',
      'SKIPPED RULE_OFF never',
      'SKIPPED RULE_OFF never',
      'SKIPPED RULE_OFF never',
      'PENDING',
    ]);
  });
});
