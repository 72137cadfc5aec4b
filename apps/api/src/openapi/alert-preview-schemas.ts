import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import { ALERT_SCHEMAS } from './alert-schemas.js';
import { answer, boolean, dateTime, integer, listOf, ref, string, type Schema } from './schema.js';

const preview = answer({
  totalItems: { ...integer, description: 'Properties that meet it now; exact up to 10,000, then 10,000.' },
  items: listOf(ref('PropertySearch'), { maxItems: 10, description: 'The newest of them.' }),
  events: answer(Object.fromEntries(ALERT_EVENT_TYPES.map((type) => [type, { ...integer, minimum: 0 }])), [], {
    description:
      'Events of each type that the alert would have recorded, had it been there since eventsSince, with nothing remembered from before.',
  }),
  eventsSince: { ...dateTime, description: '30 days ago.' },
  eventsAreEstimated: {
    ...boolean,
    description:
      'Whether only a part of the properties that changed was looked through, and the counts scaled up. Kind and place of a listing are then taken as they are now.',
  },
  propertiesReplayed: { ...integer, description: 'Properties whose changes were looked through.' },
  sentence: { ...string, description: 'The criteria in words.' },
  criteria: { ...ref('Criteria'), description: 'As an alert would answer them.' },
});

const nameless = (schema: string): Schema => {
  const { required, ...rest } = ALERT_SCHEMAS[schema] as { required: string[] };
  return { ...rest, required: required.filter((field) => field !== 'name') };
};

export const ALERT_PREVIEW_SCHEMAS: Record<string, Schema> = {
  AlertPreviewRequest: {
    oneOf: [nameless('NewAdvancedAlert'), nameless('NewClassicAlert')],
    description: 'The body of an alert; only its name may be missing.',
  },
  AlertPreview: preview,
};
