import { ALERT_EVENT_TYPES, DESTINATION_CHANNELS } from '@gable/domain/alert';
import { NOTIFICATION_STATUSES } from '@gable/persistence/delivery';
import {
  answer,
  boolean,
  closed,
  dateTime,
  integer,
  listOf,
  oneWordOf,
  orNull,
  ref,
  string,
  uuid,
  type Schema,
} from './schema.js';

const event = answer(
  {
    id: uuid,
    alert: { ...string, description: 'Path of the alert.', examples: ['/alerts/0199a1b2-0000-7000-8000-000000000001'] },
    propertyId: uuid,
    listingId: uuid,
    eventType: ref('AlertEventType'),
    revisionId: { ...integer, description: 'Which state of the listing; rises by one per state.' },
    change: listOf(ref('AttributeChange'), { description: 'What the revision changed; empty for a listing’s first.' }),
    createdAt: dateTime,
    updatedAt: dateTime,
  },
  [],
  { description: 'One fact about one listing for one alert.' },
);

const notification = answer(
  {
    id: uuid,
    channel: oneWordOf(DESTINATION_CHANNELS),
    destinationAddress: { ...string, description: 'The mail address or URL.' },
    status: oneWordOf(NOTIFICATION_STATUSES),
    attemptNumber: { ...integer, minimum: 1 },
    deliveredAt: orNull(dateTime),
    lastErrorMessage: orNull({ ...string, description: 'A stable code and a short sentence.' }),
    createdAt: dateTime,
    updatedAt: dateTime,
    alertId: uuid,
    eventId: orNull({ ...uuid, description: 'The event told, the first of several; null for a test.' }),
    eventIds: listOf(uuid, { description: 'All events told, oldest first, where there are several.' }),
    scheduledAt: orNull({ ...dateTime, description: 'When the attempt is due.' }),
    responseStatus: orNull({ ...integer, description: 'HTTP status that a webhook answered.' }),
  },
  ['eventIds'],
  { description: 'One attempt to tell one or several events.' },
);

const replay = closed(
  {
    since: { ...dateTime, description: 'Deliveries begun at or after.' },
    until: orNull({ ...dateTime, description: 'And before.' }),
    onlyFailed: orNull({ ...boolean, default: false, description: 'Only those that failed for good.' }),
    after: orNull({ ...uuid, description: 'Of nextRequestBody, where an earlier request left some.' }),
  },
  ['since'],
);

const condition = answer({
  kind: string,
  path: { ...string, description: 'Where it stands in the alert form, such as price or rooms.bedrooms.' },
  holds: boolean,
  asked: { ...string, description: 'In words.' },
  stated: {
    description:
      'What the listing states: a number, true or false, a word, the ids of its divisions, its point (for a circle with distanceMeters); null where it states nothing.',
  },
});

const verdict = answer(
  {
    holds: boolean,
    conditions: listOf(ref('ConditionVerdict')),
    operator: { enum: ['AND', 'OR', null], description: 'How the children count; null where there are none.' },
    children: listOf(ref('NodeVerdict')),
    met: listOf(integer, { description: 'Places, from 0, of the children that hold.' }),
  },
  [],
  { description: 'Whether a node of the criteria holds, and why.' },
);

const stateVerdict = answer({
  revisionId: integer,
  online: boolean,
  matches: { ...boolean, description: 'Online, and the criteria hold.' },
  verdict: ref('NodeVerdict'),
});

const turned = answer({
  node: listOf(integer, { description: 'Places of children, from 0, from the root to the node; empty at the root.' }),
  path: string,
  asked: string,
  holds: { ...boolean, description: 'Now; before it was the other way.' },
  before: { description: 'What the listing stated; null for nothing.' },
  after: { description: 'What it states now.' },
});

const explanation = answer(
  {
    eventId: uuid,
    eventType: ref('AlertEventType'),
    propertyId: uuid,
    listingId: uuid,
    revisionId: integer,
    sentence: { ...string, description: 'The criteria in words.' },
    criteria: { ...ref('Criteria'), description: 'Those that made the event.' },
    criteriaVersion: integer,
    criteriaAreCurrent: { ...boolean, description: 'Whether the alert still has them.' },
    before: orNull(ref('StateVerdict')),
    after: ref('StateVerdict'),
    turned: listOf(turned, { description: 'The conditions that the change made hold or not hold.' }),
    change: listOf(ref('AttributeChange')),
    listing: { type: 'object', description: 'The listing at that revision, in the form of the feed.' },
  },
  [],
  { description: 'Why an event was recorded. before is null for a listing’s first revision.' },
);

export const ALERT_EVENT_SCHEMAS: Record<string, Schema> = {
  AlertEventType: oneWordOf(ALERT_EVENT_TYPES),
  AlertEvent: event,
  EventNotification: notification,
  Replay: replay,
  ConditionVerdict: condition,
  NodeVerdict: verdict,
  StateVerdict: stateVerdict,
  EventExplanation: explanation,
};
