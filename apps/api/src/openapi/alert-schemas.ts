import { ALERT_EVENT_TYPES, ALERT_NAME_MAX_LENGTH, THRESHOLD_DIRECTIONS } from '@gable/domain/alert';
import { CLASSIC_KEYS } from '@gable/domain/criteria';
import { WEBHOOK_URL_MAX_LENGTH } from '@gable/domain/delivery';
import { DESTINATION_STATES } from '@gable/persistence/alerts';
import { CLASSIC_FILTER_SCHEMAS } from './criteria-schemas.js';
import {
  answer,
  boolean,
  closed,
  dateTime,
  listOf,
  number,
  oneWordOf,
  orNull,
  ref,
  string,
  uuid,
  type Schema,
} from './schema.js';

const name: Schema = {
  ...string,
  minLength: 1,
  maxLength: ALERT_NAME_MAX_LENGTH,
  description: 'Characters; not blank, on one line.',
};
const percentage = orNull({ ...number, minimum: 0 });
const nothing: Schema = { type: 'null' };

const thresholds = (percent: Schema, direction: Schema): Record<string, Schema> => ({
  thresholdPercentage: percent,
  thresholdMinPercentage: percent,
  thresholdMaxPercentage: percent,
  thresholdDirection: direction,
  enabled: orNull({ ...boolean, default: true }),
});

const rule: Schema = {
  oneOf: [
    closed(
      { eventType: { const: 'PRICE_CHANGED' }, ...thresholds(percentage, orNull(oneWordOf(THRESHOLD_DIRECTIONS))) },
      ['eventType'],
      {
        description:
          'Percent of the old price: at least thresholdPercentage, or from thresholdMinPercentage to a larger thresholdMaxPercentage.',
      },
    ),
    closed(
      {
        eventType: oneWordOf(ALERT_EVENT_TYPES.filter((type) => type !== 'PRICE_CHANGED')),
        ...thresholds(nothing, nothing),
      },
      ['eventType'],
    ),
  ],
};

/** Ignored in what is sent. */
const READ_ONLY: Record<string, Schema> = Object.fromEntries(
  ['id', 'eventDestinationId', 'destinationStatus', 'createdAt', 'updatedAt'].map((field) => [
    field,
    { readOnly: true, description: 'Ignored.' },
  ]),
);

const FIELDS: Record<string, Schema> = {
  active: { ...boolean, description: 'Default: true.' },
  notificationConfig: orNull(ref('NotificationConfig')),
  signingKey: orNull({
    ...string,
    pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$',
    description:
      'whsec_ and 24 to 64 bytes in base64 (Standard Webhooks). Left out or null, one is made; one that replaces another signs together with it for 24 hours.',
  }),
  destinationWebhookUrl: orNull({
    ...string,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    maxLength: WEBHOOK_URL_MAX_LENGTH,
    description: 'https, reachable from the internet. Not together with destinationEmail.',
  }),
  destinationEmail: orNull({ ...string, maxLength: 254, description: 'One bare address.' }),
  ...READ_ONLY,
};

/** In advanced mode a classic filter may stand there as null. */
const NO_FILTERS: Record<string, Schema> = Object.fromEntries([...CLASSIC_KEYS].map((key) => [key, nothing]));
const advanced = { searchMode: orNull({ const: 'advanced' }), ...NO_FILTERS };
const classic = {
  searchMode: { const: 'classic' },
  ...CLASSIC_FILTER_SCHEMAS,
  criteria: { readOnly: true, description: 'Ignored in classic mode: the answer tells the filters as criteria.' },
};

/** A change may leave active out but not clear it; a new alert takes null for the default. */
const fieldsOfNew = { ...FIELDS, name, active: orNull(FIELDS['active']!) };
const fieldsOfChange = { ...FIELDS, name };

const destinationStatus = answer(
  {
    state: {
      ...oneWordOf(DESTINATION_STATES),
      description:
        'SWITCHED_OFF after it failed for days: nothing is sent until a test is sent, something resent or replayed, or it is written anew. UNCONFIRMED: mails wait until the recipient has confirmed the address, where the operator requires it.',
    },
    since: orNull({ ...dateTime, description: 'null while ACTIVE.' }),
    reason: orNull({ ...string, description: 'A stable code and a sentence; null while ACTIVE.' }),
  },
  [],
  { description: 'How it stands with the destination.' },
);

export const ALERT_SCHEMAS: Record<string, Schema> = {
  NewAlert: { oneOf: [ref('NewAdvancedAlert'), ref('NewClassicAlert')] },
  NewAdvancedAlert: closed({ ...fieldsOfNew, ...advanced, criteria: ref('Criteria') }, ['name', 'criteria']),
  NewClassicAlert: closed({ ...fieldsOfNew, ...classic }, ['name', 'searchMode']),
  AlertChange: { oneOf: [ref('AdvancedAlertChange'), ref('ClassicAlertChange')] },
  AdvancedAlertChange: closed({ ...fieldsOfChange, ...advanced, criteria: ref('Criteria') }),
  ClassicAlertChange: closed({ ...fieldsOfChange, ...classic }, ['searchMode']),
  NotificationConfig: closed(
    {
      rules: listOf(ref('NotificationRule'), {
        maxItems: ALERT_EVENT_TYPES.length,
        description: 'One per event type. A type without a rule is recorded and not told.',
      }),
    },
    ['rules'],
    { description: 'Which events are told. Without it, new matches are.' },
  ),
  NotificationRule: rule,
  DestinationStatus: destinationStatus,
  Alert: answer(
    {
      id: uuid,
      name: string,
      active: boolean,
      searchMode: oneWordOf(['advanced', 'classic']),
      ...CLASSIC_FILTER_SCHEMAS,
      criteria: {
        anyOf: [ref('Criteria'), { type: 'null' }],
        description: 'null only where the stored ones cannot be read any more: give the alert new ones.',
      },
      notificationConfig: orNull(ref('NotificationConfig')),
      eventDestinationId: orNull(uuid),
      signingKey: { ...string, description: 'A secret.' },
      destinationWebhookUrl: orNull(string),
      destinationEmail: orNull(string),
      destinationStatus: orNull(ref('DestinationStatus')),
      createdAt: dateTime,
      updatedAt: dateTime,
    },
    Object.keys(CLASSIC_FILTER_SCHEMAS),
    { description: 'A classic alert has its filters beside the equivalent criteria.' },
  ),
};
