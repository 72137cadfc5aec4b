/** Alerts that can be stored as they are (75056 is Paris, 69123 Lyon). */
export const ALERT_EXAMPLES = {
  advanced: {
    summary: 'Advanced: a flat to buy in Paris, sent to a webhook if one is new or its price falls by 3 % or more',
    value: {
      name: 'Two rooms in Paris',
      criteria: {
        transactionType: { value: 'SELL' },
        propertyType: { included: [0] },
        rooms: { rooms: { min: 2 } },
        price: { max: 450_000 },
        location: { includedDivisionIds: [75056] },
      },
      notificationConfig: {
        rules: [
          { eventType: 'NEW_MATCH' },
          { eventType: 'PRICE_CHANGED', thresholdPercentage: 3, thresholdDirection: 'DECREASE' },
        ],
      },
      destinationWebhookUrl: 'https://example.com/hooks/gable',
    },
  },
  classic: {
    summary: 'Classic: houses with a garden in Lyon, by e-mail',
    value: {
      name: 'A house in Lyon',
      searchMode: 'classic',
      transactionType: 'SELL',
      propertyTypes: ['HOUSE'],
      cityIds: [69123],
      hasGarden: true,
      price: { lte: 900_000 },
      destinationEmail: 'someone@example.com',
    },
  },
  silent: {
    summary: 'Events are recorded and can be read; nothing is sent',
    value: { name: 'Everything for rent', criteria: { transactionType: { value: 'RENT' } } },
  },
};

export const ALERT_CHANGE_EXAMPLES = {
  pause: { summary: 'Deactivate it', value: { active: false } },
  criteria: { summary: 'Change its criteria', value: { criteria: { price: { max: 500_000 } } } },
  silence: {
    summary: 'Record events and send nothing',
    value: { destinationWebhookUrl: null, destinationEmail: null },
  },
};
