import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import {
  answer,
  boolean,
  dateTime,
  integer,
  listOf,
  number,
  oneWordOf,
  orNull,
  ref,
  string,
  uuid,
  type Schema,
} from './schema.js';

const pair = answer({
  listingIds: listOf(uuid, { minItems: 2, maxItems: 2 }),
  bits: { ...number, description: 'Evidence that both show one home; at 0 it is as likely as not.' },
  agrees: { ...boolean, description: 'Nothing contradicts and the evidence is at least 0.' },
  contradictions: listOf(string, { description: 'Attributes in which they contradict each other.' }),
  reasons: listOf(string, {
    description: 'In words: what speaks for one home, the most telling first, then what speaks against it.',
  }),
  signals: listOf(answer({ signal: string, level: string, bits: number }), {
    description: 'Every attribute compared.',
  }),
  decidedByHand: orNull(oneWordOf(['TOGETHER', 'APART'])),
});

const decision = answer({
  id: uuid,
  kind: oneWordOf(['MERGE', 'SPLIT']),
  decidedAt: dateTime,
  reason: orNull(string),
  propertyIds: listOf(uuid, {
    description:
      'Of a merge those put together, the survivor first; of a split the one that was cut, then the new one.',
  }),
  listingIds: listOf(uuid, { description: 'Of a merge all listings of the home; of a split those that left.' }),
  withdrawnAt: orNull({ ...dateTime, description: 'null while it stands.' }),
});

const grouping = answer({
  propertyId: uuid,
  listings: listOf(
    answer({
      listingId: uuid,
      dataProvider: string,
      title: orNull(string),
      online: boolean,
      placedBits: orNull({
        ...number,
        description:
          'Average evidence when it was last placed; null for the first of a home and for one placed by hand.',
      }),
      placedBecause: listOf(string, { description: 'What was noted then.' }),
    }),
    { description: 'All of the property, oldest first.' },
  ),
  pairCount: { ...integer, description: 'How many pairs there are.' },
  merged: answer(
    {
      transactionType: orNull(oneWordOf(TRANSACTION_TYPES)),
      propertyType: orNull(oneWordOf(PROPERTY_TYPES)),
      price: orNull(number),
      currency: orNull(string),
      rooms: orNull(number),
      bedrooms: orNull(number),
      area: orNull({ ...number, description: 'm²' }),
      title: orNull(string),
      description: orNull(string),
      pictures: listOf(string),
    },
    [],
    {
      description:
        'What the online adverts say of the home together: deal, type and price that most state (of equals the newest), the most rooms and the largest area, ' +
        'the longest text of the largest group of like texts, every picture once.',
    },
  ),
  pairs: listOf(ref('ListingPair'), { description: 'Up to 100, the best agreeing first.' }),
  decisions: listOf(ref('GroupingDecision'), {
    description: 'By hand, newest first; they stand above all evidence until they are taken back.',
  }),
});

export const GROUPING_SCHEMAS: Record<string, Schema> = {
  PropertyGrouping: grouping,
  ListingPair: pair,
  GroupingDecision: decision,
};

const [HOME, FIRST, SECOND, DECISION] = [
  '019a9c1e-7a00-7c3e-9b1f-0d6c2f1e4a11',
  '019a9c1e-7a00-7d11-8a2b-5f0e9c7b3d22',
  '019a9c1f-0b40-7e52-b6c8-2a4d8e6f1c33',
  '019a9c2f-9d10-7f63-a7d9-3b5e9f701d44',
];

/** A home of two adverts that somebody has confirmed. */
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
        { signal: 'area', level: 'same', bits: 3.2 },
        { signal: 'floor', level: 'same', bits: 2 },
        { signal: 'place', level: 'near', bits: 1.6 },
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
