/** What a feed provider puts for one listing. */
export const LISTING_EXAMPLE = {
  observedAt: '2026-11-20T08:00:00Z',
  status: 'ONLINE',
  transactionType: 'SELL',
  propertyType: 'FLAT',
  price: 320_000,
  currency: 'EUR',
};
