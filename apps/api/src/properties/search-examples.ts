/** Searches that find something in the demo data (75056 is Paris, 69123 Lyon, 13055 Marseille). */
export const SEARCH_EXAMPLES = {
  classic: {
    summary: 'Classic: flats to buy in Paris or Lyon',
    value: {
      transactionType: 'SELL',
      propertyTypes: ['FLAT'],
      cityIds: [75056, 69123],
      price: { lte: 600_000 },
      rooms: { gte: 2 },
    },
  },
  advanced: {
    summary: 'Advanced: a tree of conditions, cheapest first',
    value: {
      searchMode: 'advanced',
      criteria: {
        transactionType: { value: 'SELL' },
        location: { included: [{ cityId: 75056 }, { cityId: 69123 }] },
        operator: 'OR',
        branches: [
          { propertyType: { included: ['FLAT'] }, rooms: { min: 2 } },
          {
            propertyType: { included: ['HOUSE'] },
            price: { max: 900_000 },
            unit: { garden: { value: true, allowNull: true } },
          },
        ],
      },
      sort: { field: 'PRICE', direction: 'ASC' },
    },
  },
  cursor: {
    summary: 'Cursor: read everything for rent, newest first',
    value: { transactionType: 'RENT', paginationType: 'cursor', size: 50 },
  },
  circle: {
    summary: 'Advanced: around a point',
    value: {
      searchMode: 'advanced',
      criteria: {
        location: { centerPoint: { lat: 48.8566, lng: 2.3522 }, radiusMeters: 5_000 },
        area: { min: 20, max: 120 },
      },
    },
  },
  page: {
    summary: 'Page mode: the second page of ten',
    value: { transactionType: 'SELL', page: 2, size: 10 },
  },
};
