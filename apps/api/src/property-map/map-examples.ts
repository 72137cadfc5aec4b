/** Maps that show something of the demo data: Lyon, and the country. */
export const MAP_EXAMPLES = {
  classic: {
    summary: 'Classic: flats to buy in Lyon',
    value: {
      transactionType: 'SELL',
      propertyTypes: ['FLAT'],
      boundingBox: { north: 45.81, south: 45.7, east: 4.9, west: 4.77 },
      zoom: 12,
    },
  },
  advanced: {
    summary: 'Advanced: what has a terrace, over the country',
    value: {
      searchMode: 'advanced',
      criteria: { unit: { terrace: { value: true } } },
      boundingBox: { north: 51.2, south: 41.3, east: 9.6, west: -5.2 },
      zoom: 5,
      countWithoutPoint: true,
    },
  },
  apart: {
    summary: 'Prices and rents apart',
    value: {
      boundingBox: { north: 45.81, south: 45.7, east: 4.9, west: 4.77 },
      zoom: 12,
      byTransactionType: true,
    },
  },
};
