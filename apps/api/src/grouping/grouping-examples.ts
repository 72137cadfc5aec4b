const [HOME, FIRST, SECOND, DECISION] = [
  '019a9c1e-7a00-7c3e-9b1f-0d6c2f1e4a11',
  '019a9c1e-7a00-7d11-8a2b-5f0e9c7b3d22',
  '019a9c1f-0b40-7e52-b6c8-2a4d8e6f1c33',
  '019a9c2f-9d10-7f63-a7d9-3b5e9f701d44',
];

/** A property of two listings that somebody has confirmed. */
export const GROUPING_EXAMPLE = {
  propertyId: HOME,
  listings: [
    {
      listingId: FIRST,
      dataProvider: 'Portal',
      title: 'Bright flat near the river',
      online: true,
      placedBits: null,
      placedBecause: [],
    },
    {
      listingId: SECOND,
      dataProvider: 'Agency',
      title: '3 rooms, 80 m²',
      online: true,
      placedBits: 6.21,
      placedBecause: ['same area, 80 m²', 'same floor, 4', '12 m apart'],
    },
  ],
  merged: {
    transactionType: 'SELL',
    propertyType: 'FLAT',
    price: 297_000,
    currency: 'EUR',
    rooms: 3,
    bedrooms: 2,
    area: 80,
    title: 'Bright flat near the river',
    description: null,
    pictures: [],
  },
  pairCount: 1,
  pairs: [
    {
      listingIds: [FIRST, SECOND],
      bits: 6.21,
      agrees: true,
      contradictions: [],
      reasons: ['same area, 80 m²', 'same floor, 4', '12 m apart'],
      signals: [
        { signal: 'area', level: 'same', bits: 3.2, phrase: 'same area, 80 m²' },
        { signal: 'floor', level: 'same', bits: 2, phrase: 'same floor, 4' },
        { signal: 'place', level: 'within an eighth of the reach', bits: 1.6, phrase: '12 m apart' },
      ],
      decidedByHand: 'TOGETHER',
    },
  ],
  decisions: [
    {
      id: DECISION,
      kind: 'MERGE',
      decidedAt: '2026-11-21T20:15:00.000Z',
      reason: 'Seen on site',
      propertyIds: [HOME],
      listingIds: [FIRST, SECOND],
      withdrawnAt: null,
    },
  ],
};
