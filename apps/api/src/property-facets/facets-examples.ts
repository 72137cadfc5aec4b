/** Facets of searches that find something in the demo data (69123 is Lyon). */
export const FACETS_EXAMPLES = {
  classic: {
    summary: 'Classic: everything to buy in Lyon',
    value: { transactionType: 'SELL', cityIds: [69123] },
  },
  advanced: {
    summary: 'Advanced: by price and rooms, in bands of your own',
    value: {
      searchMode: 'advanced',
      criteria: { propertyType: { included: ['FLAT'] }, price: { max: 400_000 } },
      facets: ['price', 'rooms'],
      priceBands: [{ max: 200_000 }, { min: 200_000, max: 400_000 }, { min: 400_000 }],
    },
  },
};
