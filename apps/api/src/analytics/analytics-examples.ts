/**
 * Answers to
 * `?city_id=75056&transaction_type=SELL&time_bucket=month&group_by=property_type&metrics=count,median:price`.
 */
export const ANALYTICS_EXAMPLE = {
  meta: { sample_size: 1_204, min_event_at: '2026-03-01T06:12:45.000Z', max_event_at: '2026-03-31T21:40:02.000Z' },
  data: [
    {
      group: { property_type: 'FLAT', time_bucket: '2026-03-01T00:00:00.000Z' },
      metrics: { count: 1_131, 'median:price': 412_500 },
    },
    {
      group: { property_type: 'HOUSE', time_bucket: '2026-03-01T00:00:00.000Z' },
      metrics: { count: 73, 'median:price': 985_000 },
    },
  ],
};

export const ANALYTICS_EXAMPLE_CSV = [
  'property_type,time_bucket,count,median:price',
  'FLAT,2026-03-01T00:00:00.000Z,1131,412500',
  'HOUSE,2026-03-01T00:00:00.000Z,73,985000',
  '',
].join('\r\n');

export const CRITERIA_EXAMPLE = {
  criteria: {
    summary: 'Flats for sale with a terrace, on a high floor or with a lift',
    value: {
      criteria: {
        transactionType: { value: 'SELL' },
        propertyType: { included: ['FLAT'] },
        unit: { terrace: { value: true } },
        operator: 'OR',
        children: [{ unit: { floor: { min: 3 } } }, { amenities: { elevator: { value: true } } }],
      },
    },
  },
};
