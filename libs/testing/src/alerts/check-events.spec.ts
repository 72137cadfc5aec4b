import { criteriaNode } from '@gable/domain/testing';

import { startTimeline, continueTimeline } from './alert-timeline.js';
import { checkRecords, NO_FINDINGS } from './check-records.js';
import type { CommittedChange } from './committed-change.js';
import { expectedEvents, type EventFact } from './expected-events.js';
import { checkEvents } from './check-events.js';
import type { RecordedEvent } from './read-records.js';

const atMost = (max: number) => criteriaNode([{ kind: 'range', field: 'price', min: null, max, allowNull: false }]);
const priced = (at: number, old: number, now: number): CommittedChange => ({
  at,
  listingId: 'l',
  propertyId: 'p',
  revisionId: at,
  before: { online: true, listing: { price: old } },
  after: { online: true, listing: { price: now } },
  propertyListingIds: [],
  siblings: [],
});
/** Comes in at 1, goes out at 3, is back at 4, for an alert that pays 100. */
const changes = [priced(1, 120, 90), priced(2, 90, 80), priced(3, 80, 110), priced(4, 110, 95)];
const first = { active: true, criteria: atMost(100), notificationConfig: null, channel: null } as const;
const born = startTimeline('a', first, { consumed: 0, committed: 0, begun: 0 });
const typesOf = (events: readonly EventFact[]) => events.map(({ revisionId, type }) => `${revisionId} ${type}`);

describe('expected events', () => {
  it('follow the alert from change to change', () => {
    expect(typesOf(expectedEvents(born, changes))).toEqual([
      '1 NEW_MATCH',
      '2 PRICE_CHANGED',
      '2 ANY_ATTRIBUTE_CHANGED',
      '3 OUT_OF_CRITERIA',
      '4 BACK_IN_CRITERIA',
    ]);
  });

  it('know nothing of what was committed before the alert was made', () => {
    expect(
      typesOf(expectedEvents(startTimeline('a', first, { consumed: 2, committed: 2, begun: 2 }), changes)),
    ).toEqual(['3 OUT_OF_CRITERIA', '4 BACK_IN_CRITERIA']);
  });

  it('are those of the newest criteria for every change not consumed yet', () => {
    const timeline = continueTimeline(
      born,
      { criteria: atMost(85) },
      { consumed: 1, committed: 4, begun: 4, alone: true },
    );
    expect(expectedEvents(timeline, changes).map(({ type, criteriaVersion }) => `${type} ${criteriaVersion}`)).toEqual([
      'NEW_MATCH 1',
      'BACK_IN_CRITERIA 2',
      'OUT_OF_CRITERIA 2',
    ]);
  });

  it('are none while the alert is off, nor for what was committed before it was on again', () => {
    const off = continueTimeline(born, { active: false }, { consumed: 1, committed: 1, begun: 1 });
    const on = continueTimeline(off, { active: true }, { consumed: 2, committed: 3, begun: 3, alone: true });
    expect(typesOf(expectedEvents(on, changes))).toEqual(['1 NEW_MATCH', '4 BACK_IN_CRITERIA']);
  });

  it('refuse a timeline that leaves more than one answer', () => {
    expect(() =>
      expectedEvents(
        continueTimeline(born, { criteria: atMost(85) }, { consumed: 1, committed: 2, begun: 3 }),
        changes,
      ),
    ).toThrow('more than one answer');
  });
});

describe('the check', () => {
  const all = expectedEvents(born, changes);
  const clean = { lost: [], phantom: [] };

  it('finds nothing where everything is there', () => expect(checkEvents(born, changes, all)).toEqual(clean));

  it.each(all.map((event) => [event.type, event] as const))(
    'misses %s where it is lost, and checks the rest by what there is',
    (_, event) => {
      const verdict = checkEvents(
        born,
        changes,
        all.filter((other) => other !== event),
      );
      expect(verdict.lost).toContainEqual(event);
    },
  );

  it('reports an event that nobody had to record', () => {
    const extra: EventFact = { ...all[0]!, revisionId: 3, type: 'NEW_MATCH' };
    const ofNoChange: EventFact = { ...all[0]!, revisionId: 9 };
    expect(checkEvents(born, changes, [...all, extra, ofNoChange])).toEqual({ lost: [], phantom: [extra, ofNoChange] });
  });

  it('reports an event of the wrong criteria or property, and one that is notified by mistake', () => {
    for (const wrong of [{ criteriaVersion: 2 }, { propertyId: 'q' }, { notified: true }]) {
      expect(checkEvents(born, changes, [{ ...all[0]!, ...wrong }, ...all.slice(1)]).phantom).toHaveLength(1);
    }
  });

  describe('where a write and changes ran side by side', () => {
    // Asked for when 1 was consumed and 2 committed; 3 was begun before the answer.
    const timeline = continueTimeline(born, { criteria: atMost(85) }, { consumed: 1, committed: 2, begun: 3 });
    const late = continueTimeline(born, { criteria: atMost(85) }, { consumed: 1, committed: 2, begun: 3, alone: true });
    const at = (place: number) =>
      expectedEvents(
        continueTimeline(born, { criteria: atMost(85) }, { consumed: place, committed: place, begun: place }),
        changes,
      );

    it('allows either criteria within the window, but never the older after the newer', () => {
      for (const place of [1, 2, 3]) expect(checkEvents(timeline, changes, at(place))).toEqual(clean);
      expect(expectedEvents(late, changes)).toEqual(at(1));
      const mixed = [
        ...at(1).filter(({ revisionId }) => revisionId <= 2),
        ...at(3).filter(({ revisionId }) => revisionId === 3),
      ];
      expect(checkEvents(timeline, changes, mixed).phantom.map(({ revisionId }) => revisionId)).toEqual([3]);
    });

    it('allows neither outside of it', () => {
      expect(checkEvents(timeline, changes, at(0))).not.toEqual(clean);
      expect(checkEvents(timeline, changes, all)).not.toEqual(clean);
    });

    it('allows an alert that was just made to see or not to see a change of the moment', () => {
      const young = startTimeline('a', first, { consumed: 0, committed: 0, begun: 1 });
      expect(checkEvents(young, changes, all)).toEqual(clean);
      expect(
        checkEvents(
          young,
          changes,
          expectedEvents(startTimeline('a', first, { consumed: 1, committed: 1, begun: 1 }), changes),
        ),
      ).toEqual(clean);
      expect(
        checkEvents(
          young,
          changes,
          all.filter(({ revisionId }) => revisionId > 2),
        ),
      ).not.toEqual(clean);
    });

    it('never lets an alert that is on again see what was committed before', () => {
      const off = continueTimeline(born, { active: false }, { consumed: 1, committed: 1, begun: 1 });
      const on = continueTimeline(off, { active: true }, { consumed: 1, committed: 3, begun: 3 });
      expect(
        checkEvents(
          on,
          changes,
          expectedEvents(born, changes).filter(({ revisionId }) => revisionId !== 2),
        ),
      ).not.toEqual(clean);
    });
  });
});

describe('the check of records', () => {
  const notified = startTimeline('a', { ...first, channel: 'WEBHOOK' }, { consumed: 0, committed: 0, begun: 0 });
  const events: RecordedEvent[] = expectedEvents(notified, changes).map((event, place) => ({
    ...event,
    id: `e${place}`,
    deliveryId: event.notified ? `e${place}` : null,
  }));
  const notification = {
    alertId: 'a',
    eventId: 'e0',
    deliveryId: 'e0',
    attemptNumber: 1,
    channel: 'WEBHOOK',
    destinationId: 'd',
    status: 'PENDING',
  } as const;

  it('finds nothing where event and notification name each other', () =>
    expect(checkRecords([notified], changes, events, [notification])).toEqual(NO_FINDINGS));

  it.each<[string, keyof typeof NO_FINDINGS, RecordedEvent[], (typeof notification | object)[]]>([
    ['a notified event without its notification', 'withoutNotification', events, []],
    ['a notification without its event', 'withoutEvent', events.slice(1), [notification]],
    ['a notification of another event', 'withoutEvent', events, [{ ...notification, eventId: 'e1' }]],
    ['an event twice', 'doubled', [...events, { ...events[1]!, id: 'e9' }], [notification]],
    ['an attempt twice', 'doubled', events, [notification, notification]],
    [
      'an event of an alert that nobody made',
      'phantom',
      [...events, { ...events[1]!, id: 'e9', alertId: 'b' }],
      [notification],
    ],
  ])('finds %s', (_, where, recorded, sent) =>
    expect(checkRecords([notified], changes, recorded, sent as [])[where]).toHaveLength(1),
  );

  it('finds what still waits for an alert that is off', () => {
    const off = continueTimeline(notified, { active: false }, { consumed: 4, committed: 4, begun: 4 });
    expect(checkRecords([off], changes, events, [notification]).unsilenced).toHaveLength(1);
    expect(checkRecords([off], changes, events, [{ ...notification, status: 'SKIPPED' }])).toEqual(NO_FINDINGS);
  });
});
