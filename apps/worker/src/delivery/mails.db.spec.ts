import { firstAttempt } from '@gable/domain/delivery';
import { AlertStore } from '@gable/persistence/alerts';
import { EventNotificationStore, MailSubscriptionStore, queueAttempts } from '@gable/persistence/delivery';
import { newId } from '@gable/persistence';
import { DeliveryWorld } from '../testing/delivery-world.js';

let world: DeliveryWorld;

beforeAll(async () => {
  world = await DeliveryWorld.open();
});
beforeEach(() => world.empty());
afterAll(() => world.close());

const SECOND = 1_000;
const MINUTE = 60_000;

describe('mails', () => {
  it('of an alert that matches 10,000 listings in a minute go out every five minutes, each match listed or counted once', async () => {
    const alert = await world.mailAlert();
    const listed: string[] = [];
    let counted = 0;
    const sentAt: number[] = [];
    world.emails.answer = ({ text }) => {
      sentAt.push(world.now.getTime());
      listed.push(...[...text.matchAll(/Flat (\d+)/g)].map(([, number]) => number!));
      counted += Number((/and ([\d,]+) more/.exec(text)?.[1] ?? '0').replaceAll(',', ''));
      return { kind: 'answered', status: 250 };
    };
    const template = await world.fixture.event(alert);
    const [{ listing_id: listing, property_id: property }] = (await world.database.query<{
      listing_id: string;
      property_id: string;
    }>('delete from alert_event where id = $1 returning listing_id, property_id', [template])) as [
      { listing_id: string; property_id: string },
    ];
    let revision = 1;
    // Every other revision: a change would repeat the title of the one before.
    /** As a step of matching does: all events join the open mail, or begin one. */
    const match = async (count: number): Promise<void> => {
      await world.database.transaction(async (step) => {
        const [open] = await step.query<{ delivery_id: string }>(
          `
          select delivery_id from event_notification
          where alert_id = $1 and status = 'PENDING' and attempt_number = 1 and taken_at is null for update`,
          [alert.id],
        );
        const ids = Array.from({ length: count }, () => newId(new Date()));
        const deliveryId = open?.delivery_id ?? newId(new Date());
        await step.query(
          `
          insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state)
          select $1, 2 * n, true, now(), now(), json_build_object('title', 'Flat ' || n)
          from generate_series($2::int, $3::int) n`,
          [listing, revision + 1, revision + count],
        );
        await step.query(
          `
          insert into alert_event
            (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version, delivery_id, created_at)
          select id, $2, $3, $4, 2 * ($5 + n), 0, 1, $6, $7 from unnest($1::uuid[]) with ordinality as new(id, n)`,
          [ids, alert.id, property, listing, revision, deliveryId, world.now],
        );
        if (!open) {
          const [mail] = await step.query<{ at: Date }>(
            'select next_mail_at as at from alert_mail where alert_id = $1',
            [alert.id],
          );
          const attempt = {
            id: newId(new Date()),
            alertId: alert.id,
            eventId: ids[0]!,
            deliveryId,
            writtenAt: world.now.getTime(),
          };
          await queueAttempts(step, [
            { ...alert, ...firstAttempt(world.now.getTime(), mail?.at.getTime()), ...attempt },
          ]);
        }
        revision += count;
      });
    };
    const stage = world.worker();
    for (let second = 0; second < 60; second += 2) {
      await match(second === 58 ? 333 : 333 + (second < 2 ? 10 : 0));
      await world.run(stage);
      world.pass(2 * SECOND);
    }
    for (let minute = 0; minute < 12; minute += 1) {
      if (minute === 7) await match(5);
      await world.run(stage);
      world.pass(MINUTE);
    }
    expect(revision - 1).toBe(10_005);
    expect(world.emails.sent).toHaveLength(3);
    expect(listed.length + counted).toBe(10_005);
    expect(new Set(listed).size).toBe(listed.length);
    expect(sentAt.slice(1).every((at, i) => at - sentAt[i]! >= 5 * MINUTE)).toBe(true);
  });

  it('carry a link that stops them, once, for that alert and address; the alert stays', async () => {
    const [alert, other] = [await world.mailAlert(), await world.mailAlert()];
    await world.told(alert);
    await world.run();
    const token = world.emails.sent[0]!.list!.unsubscribeUrl.split('/u/')[1]!;
    const subscriptions = new MailSubscriptionStore(world.database);
    expect(await subscriptions.find(token)).toEqual({ alertName: 'Flats in Lyon', isUnsubscribed: false });
    expect([
      await subscriptions.unsubscribe(token, world.now),
      await subscriptions.unsubscribe(token, world.now),
      await subscriptions.unsubscribe('nonsense', world.now),
    ]).toEqual([true, true, false]);
    world.pass(6 * MINUTE);
    await world.told(alert);
    await world.told(other);
    await world.run();
    expect(world.emails.sent).toHaveLength(2);
    expect(world.emails.sent[1]!.list!.id).toBe(other.id);
    expect((await world.rows()).filter(({ status }) => status === 'SKIPPED')).toMatchObject([
      { last_error_message: expect.stringMatching(/^UNSUBSCRIBED: /) },
    ]);
    expect(
      await world.database.query<{ text: string }>('select mail_subscription::text as text from mail_subscription'),
    ).not.toContainEqual({ text: expect.stringContaining(token) });

    // Another address, and then this one again: its mails are wanted.
    const alerts = new AlertStore(world.database, world.sealer);
    for (const address of ['other@example.org', alert.address])
      await alerts.replace(
        world.account,
        alert.id,
        (current) => ({ ...current, destination: { channel: 'EMAIL', address } }),
        world.now,
      );
    world.pass(6 * MINUTE);
    await world.told(alert);
    await world.run();
    expect(world.emails.sent).toHaveLength(3);
  });

  it('call a source that the criteria name by its domain', async () => {
    const alert = await world.mailAlert();
    const event = await world.fixture.event(alert);
    await world.database.query(
      `update alert set criteria = json_build_object('operator', 'AND', 'children', '[]'::json, 'conditions',
         json_build_array(json_build_object('kind', 'list', 'field', 'sourceId', 'excluded', null, 'allowNull', false,
           'included', json_build_array((select id from source where domain = 'portal.example')))))
       where id = $1`,
      [alert.id],
    );
    await world.fixture.queue(alert, world.now, { eventIds: [event] });
    await world.run();
    expect(world.emails.sent.map(({ text }) => text)).toEqual([
      expect.stringContaining('Your criteria: from source portal.example.'),
    ]);
  });

  it('are not sent beside a mail of the alert that is still tried', async () => {
    const alert = await world.mailAlert();
    await world.told(alert);
    world.emails.answer = () => ({ kind: 'answered', status: 451 });
    await world.run();
    world.pass(5 * SECOND);
    await world.run(); // the second attempt; the third is due in 5 minutes
    world.emails.answer = () => ({ kind: 'answered', status: 250 });
    world.pass(5 * MINUTE - SECOND);
    await world.told(alert);
    await world.run();
    expect(world.emails.sent).toHaveLength(2);
    world.pass(SECOND);
    await world.run();
    expect(world.emails.sent).toHaveLength(3);
    world.pass(5 * MINUTE - SECOND);
    await world.run();
    expect(world.emails.sent).toHaveLength(3);
    world.pass(SECOND);
    await world.run();
    expect(new Set(world.emails.sent.map(({ messageId }) => messageId)).size).toBe(2);
    expect(world.emails.sent).toHaveLength(4);
  });

  it('wait where no mail server is configured, say why, and go out once there is one', async () => {
    await world.told(await world.mailAlert());
    await world.run(world.worker({ withMail: false }));
    expect(
      (await new EventNotificationStore(world.database).list(world.account, {}, { offset: 0, limit: 9 })).items,
    ).toMatchObject([{ status: 'PENDING', lastErrorMessage: expect.stringMatching(/^MAIL_NOT_CONFIGURED: /) }]);
    world.pass(SECOND);
    await world.run();
    expect(world.emails.sent).toHaveLength(1);
    expect(await world.rows()).toMatchObject([{ status: 'DELIVERED', last_error_message: null }]);
  });
});
