import type { Destination } from '@gable/domain/alert';
import { RECOGNISABLE_FLAT } from '@gable/testing';
import { MatchedStore, criteriaOf } from '../testing/matched-store.js';
import type { MatchingStage } from './matching-stage.js';

let store: MatchedStore;
let stage: MatchingStage;

beforeAll(async () => {
  store = await MatchedStore.open();
});
beforeEach(async () => {
  ({ stage } = await store.worker('worker'));
});
afterEach(async () => {
  await store.walk(stage);
  await stage.leave();
  await store.empty();
});
afterAll(() => store.close());

const atMost = (max: number) => ({ price: { max } });
const { features: _, ...home } = RECOGNISABLE_FLAT;
const elsewhere = {
  ...home,
  location: { ...home.location, lat: 48.85, lng: 2.35, cityName: 'Paris' },
  area: 31,
  rooms: 1,
  bedrooms: 0,
  floor: 1,
};
const otherSource = { source: { domain: 'agency.example', name: 'Agency' } };
const webhook: Destination = { channel: 'WEBHOOK', address: 'https://hook.example/in' };
const mail: Destination = { channel: 'EMAIL', address: 'someone@mail.example' };

const propertyIds = async () =>
  (await store.database.query<{ property_id: string }>('select distinct property_id from listing')).map(
    ({ property_id }) => property_id,
  );

describe('events', () => {
  it('tells the life of one advert: new, cheaper, out, back, offline, online again', async () => {
    const alert = await store.alert({ criteria: atMost(250_000) });
    for (const over of COURSE) await store.feed(over);
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(LIFE);
  });

  it('are the same when every change is a step of its own as when one step walks them all', async () => {
    const alert = await store.alert({ criteria: atMost(250_000) });
    for (const over of COURSE) {
      await store.feed(over);
      await store.walk(stage);
    }
    expect(await store.events(alert)).toEqual(LIFE);
  });

  it('call an advert offline that matched and expired', async () => {
    const alert = await store.alert({ criteria: atMost(250_000) });
    await store.feed({});
    await store.feed({ status: 'OFFLINE' });
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH', 'a 2 LISTING_EXPIRED']);
  });

  it('record nothing of what no alert watches', async () => {
    const alert = await store.alert({ criteria: atMost(250_000) });
    await store.feed({ floor: 1 });
    await store.feed({ floor: 2 });
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH']);
  });

  it('carry the version of the criteria that made them, and belong to each alert by itself', async () => {
    const [one, other] = [
      await store.alert({ criteria: atMost(250_000) }),
      await store.alert({ criteria: { price: { min: 205_000 } } }),
    ];
    await store.feed({});
    await store.walk(stage);
    await store.edit(one, { criteria: criteriaOf(atMost(200_000)) });
    await store.feed({ price: 210_000 });
    await store.walk(stage);
    expect([await store.events(one), await store.events(other)]).toEqual([
      ['a 1 NEW_MATCH', 'a 2 OUT_OF_CRITERIA'],
      ['a 2 NEW_MATCH'],
    ]);
    expect(
      await store.database.query('select criteria_version from alert_event where alert_id = $1 order by id', [one]),
    ).toEqual([{ criteria_version: 1 }, { criteria_version: 2 }]);
  });
});

describe('the memory of an alert', () => {
  it('knows the home: a second advert of it is additional, in the same step or in a later one', async () => {
    const alert = await store.alert({ criteria: atMost(250_000) });
    await store.feed(home);
    await store.feed({ ...home, ...otherSource, externalId: 'b' });
    await store.walk(stage);
    expect(await propertyIds()).toHaveLength(1);
    await store.feed({ ...home, source: { domain: 'paper.example', name: 'Paper' }, externalId: 'c' });
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH', 'b 1 ADDITIONAL_LISTING', 'c 1 ADDITIONAL_LISTING']);
  });

  it('takes a sibling into account that matched before the alert was made', async () => {
    await store.feed(home);
    const alert = await store.alert({ criteria: atMost(250_000) });
    await store.feed({ ...home, ...otherSource, externalId: 'b' });
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(['b 1 ADDITIONAL_LISTING']);
  });

  it('takes a sibling as it was at the commit of the change, and none that was offline or did not match', async () => {
    await store.feed({ ...home, price: 300_000 });
    const alert = await store.alert({ criteria: atMost(250_000) });
    await store.feed({ ...home, ...otherSource, externalId: 'b', price: 240_000 });
    await store.feed({ ...home, price: 230_000 });
    await store.walk(stage);
    expect(await propertyIds()).toHaveLength(1);
    expect(await store.events(alert)).toEqual(['b 1 NEW_MATCH', 'a 2 ADDITIONAL_LISTING']);
  });

  it('lets an advert that moves to another home announce nothing by itself', async () => {
    const alert = await store.alert({ criteria: atMost(250_000) });
    await store.feed(home);
    await store.feed({ ...home, ...otherSource, externalId: 'b' });
    await store.feed({ ...elsewhere, ...otherSource, externalId: 'b' });
    const [second] = await store.database.query<{ moved: boolean }>(
      'select previous_property_id <> property_id as moved from listing_change where revision_id = 2',
    );
    expect(second).toEqual({ moved: true });
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH', 'b 1 ADDITIONAL_LISTING', 'b 2 ANY_ATTRIBUTE_CHANGED']); // what its advert says did change
  });
});

describe('the order of changes', () => {
  it('waits for a transaction that took its place early and commits late', async () => {
    const alert = await store.alert();
    await store.walk(stage);
    const [source] = await store.database.query<{ id: string }>(
      `insert into source values (gen_random_uuid(), 'early.example', 'Early', now()) returning id`,
    );
    await store.database.transaction(async (open) => {
      await open.query(INSERT_CHANGE, [source!.id]);
      await store.feed({ externalId: 'later' });
      for (let steps = 0; steps < 70; steps += 1) await stage.step();
      expect(await store.events(alert)).toEqual([]);
    });
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(['direct 1 NEW_MATCH', 'later 1 NEW_MATCH']);
  });

  it('may be gone along twice: every event and every notification is there once', async () => {
    const [alert] = [
      await store.alert({
        criteria: atMost(250_000),
        destination: webhook,
        rules: [
          { eventType: 'PRICE_CHANGED', enabled: true },
          { eventType: 'NEW_MATCH', enabled: true },
        ],
      }),
    ];
    for (const over of COURSE) await store.feed(over);
    await store.walk(stage);
    const told = await toldEvents();
    await stage.leave();
    await store.database.query('update alert_shard set position = 0');
    ({ stage } = await store.worker('worker'));
    await store.walk(stage);
    expect([await store.events(alert), await toldEvents()]).toEqual([LIFE, told]);
    expect(told).toEqual(['1 0', '2 4']);
  });
});

describe('the window of an alert', () => {
  it('begins with its making: what was committed before is not for it, walked or not', async () => {
    await store.feed({});
    const alert = await store.alert({ criteria: atMost(250_000) });
    await store.feed({ externalId: 'b' });
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(['b 1 NEW_MATCH']);
  });

  it('is exact where transactions interleave: a change that began before and committed after is for it', async () => {
    const [early, late] = [
      await store.alert({ criteria: { rooms: { min: 99 } } }),
      await store.alert({ criteria: { rooms: { min: 99 } } }),
    ];
    const [source] = await store.database.query<{ id: string }>(
      `insert into source values (gen_random_uuid(), 'direct.example', 'Direct', now()) returning id`,
    );
    let alert = '';
    await store.database.transaction(async (open) => {
      await open.query(INSERT_CHANGE, [source!.id]);
      alert = await store.alert({ criteria: atMost(250_000) }); // its snapshot names the open transaction as under way
    });
    const after = await store.alert({ criteria: atMost(250_000) });
    await store.walk(stage);
    expect([
      await store.events(alert),
      await store.events(after),
      await store.events(early),
      await store.events(late),
    ]).toEqual([['direct 1 NEW_MATCH'], [], [], []]);
  });

  it('closes when it is switched off and begins anew when it is switched on: nothing from between is told later', async () => {
    const alert = await store.alert({ criteria: atMost(250_000) });
    await store.feed({ externalId: 'a' });
    await store.walk(stage);
    await store.edit(alert, { active: false });
    await store.feed({ externalId: 'b' });
    await store.edit(alert, { active: true });
    await store.feed({ externalId: 'c' });
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH', 'c 1 NEW_MATCH']);
  });

  it('is not moved by another change of the alert', async () => {
    const alert = await store.alert({ criteria: atMost(250_000) });
    await store.feed({ externalId: 'a' });
    await store.edit(alert, { name: 'Another name' });
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH']);
  });

  it('ends with its removal', async () => {
    const alert = await store.alert({ criteria: atMost(250_000) });
    await store.walk(stage);
    await store.alerts.remove(store.accountId, alert, await store.database.now());
    await store.feed({});
    await store.walk(stage);
    expect(await store.events(alert)).toEqual([]);
  });

  it('lets every change be seen with what was answered before it committed', async () => {
    const alert = await store.alert({ criteria: atMost(1) });
    for (let turn = 0; turn < 10; turn += 1) {
      await store.edit(alert, { criteria: criteriaOf(atMost(turn % 2 === 0 ? 250_000 : 1)) });
      await store.feed({ externalId: `t${turn}` });
      await store.walk(stage);
    }
    expect(await store.events(alert)).toEqual([0, 2, 4, 6, 8].map((turn) => `t${turn} 1 NEW_MATCH`));
  });
});

describe('notifications', () => {
  it('are begun for told events only, one per event on a webhook', async () => {
    const alert = await store.alert({ criteria: atMost(250_000), destination: webhook });
    await store.feed({ externalId: 'a' }, { externalId: 'b' });
    await store.feed({ externalId: 'a', price: 150_000 });
    await store.walk(stage);
    expect(await store.events(alert)).toEqual([
      'a 1 NEW_MATCH',
      'b 1 NEW_MATCH',
      'a 2 PRICE_CHANGED',
      'a 2 ANY_ATTRIBUTE_CHANGED',
    ]);
    expect(
      await store.database.query(
        `
      select notification.event_id = event.id and notification.delivery_id = event.id as own, notification.status, channel, destination_address, attempt_number,
        scheduled_at = event.created_at as at_once, notification.account_id = $1 as owned
      from alert_event event left join event_notification notification using (delivery_id) order by event.id`,
        [store.accountId],
      ),
    ).toEqual([
      ...[1, 2].map(() => ({
        own: true,
        status: 'PENDING',
        channel: 'WEBHOOK',
        destination_address: webhook.address,
        attempt_number: 1,
        at_once: true,
        owned: true,
      })),
      ...[1, 2].map(() => expect.objectContaining({ status: null })),
    ]);
  });

  it('keep to thresholds, and tell a changed price once', async () => {
    const rules = [
      { eventType: 'PRICE_CHANGED', enabled: true, thresholdPercentage: 10 },
      { eventType: 'ANY_ATTRIBUTE_CHANGED', enabled: true },
    ] as const;
    await store.alert({ criteria: atMost(250_000), destination: webhook, rules: [...rules] });
    await store.feed({ price: 200_000 });
    await store.feed({ price: 190_000 });
    await store.feed({ price: 100_000 });
    await store.walk(stage);
    expect(await toldEvents()).toEqual(['2 5', '3 4']);
  });

  it('gather mails: what is told before a mail is taken joins it, what comes later begins the next', async () => {
    await store.alert({ criteria: atMost(250_000), destination: mail });
    await store.feed({ externalId: 'a' }, { externalId: 'b' });
    await store.walk(stage);
    await store.feed({ externalId: 'c' });
    await store.walk(stage);
    await store.database.query('update event_notification set taken_at = now()'); // as the sender does, still PENDING
    await store.feed({ externalId: 'd' });
    await store.walk(stage);
    const mails = await store.database.query<{ adverts: string[]; first: string; attempts: number }>(`
      select array_agg(external_id order by event.id) as adverts, min(external_id) filter (where event.id = notification.event_id) as first, count(distinct notification.id) as attempts
      from event_notification notification join alert_event event using (delivery_id) join listing on listing.id = event.listing_id group by notification.id order by notification.id`);
    expect(mails).toEqual([
      { adverts: ['a', 'b', 'c'], first: 'a', attempts: 1 },
      { adverts: ['d'], first: 'd', attempts: 1 },
    ]);
  });

  it('join no mail to an address the alert no longer has', async () => {
    const alert = await store.alert({ criteria: atMost(250_000), destination: mail });
    await store.feed({ externalId: 'a' });
    await store.walk(stage);
    await store.edit(alert, { destination: { channel: 'EMAIL', address: 'another@mail.example' } });
    await store.feed({ externalId: 'b' });
    await store.walk(stage);
    expect(await store.database.query('select destination_address from event_notification order by id')).toEqual([
      { destination_address: mail.address },
      { destination_address: 'another@mail.example' },
    ]);
  });

  it('are not begun for an alert without a destination', async () => {
    const alert = await store.alert({ criteria: atMost(250_000) });
    await store.feed({});
    await store.walk(stage);
    expect([await store.events(alert), await toldEvents()]).toEqual([['a 1 NEW_MATCH'], []]);
  });
});

const toldEvents = async () =>
  (
    await store.database.query<{ told: string }>(`
  select revision_id || ' ' || event_type as told from alert_event join event_notification using (delivery_id) order by alert_event.id`)
  ).map(({ told }) => told);

/** What an advert goes through. */
const COURSE = [
  { price: 200_000 },
  { price: 190_000 },
  { price: 300_000 },
  { price: 240_000 },
  { status: 'OFFLINE' },
  { price: 230_000 },
];
/** What an alert up to 250,000 says of it. */
const LIFE = [
  'a 1 NEW_MATCH',
  'a 2 PRICE_CHANGED',
  'a 2 ANY_ATTRIBUTE_CHANGED',
  'a 3 OUT_OF_CRITERIA',
  'a 4 BACK_IN_CRITERIA',
  'a 5 LISTING_EXPIRED',
  'a 6 LISTING_REACTIVATED',
];

/** An advert written without ingest: alerts have no business with the turn of ingest, but this transaction has to stay open while one is made. */
const INSERT_CHANGE = `
  with advert as (
    insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at, content_hash, created_at, updated_at)
    values (gen_random_uuid(), $1, 'direct', gen_random_uuid(), 1, true, now(), now(), '', now(), now()) returning id, property_id
  ), revision as (
    insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state) select id, 1, true, now(), now(), '{"price":1}' from advert
  )
  insert into listing_change (listing_id, property_id, revision_id, sibling_ids, sibling_revisions, created_at) select id, property_id, 1, '{}', '{}', now() from advert`;
