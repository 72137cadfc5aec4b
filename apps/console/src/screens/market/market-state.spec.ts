import { questionAsCurl, questionsOf, readMarketState } from './market-state.js';

const now = new Date('2026-11-23T12:00:00Z');

it('reads the address, and leaves out what is no question of the market', () => {
  expect(readMarketState({ place: 69123, kind: 'HOUSE', deal: 'RENT', months: 24 })).toEqual({
    place: 69123,
    kind: 'HOUSE',
    deal: 'RENT',
    months: 24,
  });
  expect(readMarketState({ place: '1; drop', kind: 'CASTLE', deal: 'STEAL', months: 13 })).toEqual({});
});

it('asks for whole months, and for a district by the parameter of districts', () => {
  const { flow } = questionsOf({ months: 6 }, { id: 69383, type: 'DISTRICT' }, now);
  expect(flow).toEqual({
    criteria: undefined,
    query: {
      transaction_type: 'SELL',
      property_type: ['FLAT'],
      district_id: [69383],
      event_at_from: '2026-06-01',
      time_bucket: 'month',
      event_type: ['CREATED', 'EXPIRED'],
      group_by: ['event_type'],
      metrics: ['count'],
    },
  });
  expect(questionAsCurl(flow, 'http://h')).toContain(
    '"http://h/analytics/listings?transaction_type=SELL&property_type=FLAT&',
  );
});

it('asks with the criteria that the address holds, as a body', () => {
  const criteria = { price: { max: 1 } };
  const state = readMarketState({ criteria, deal: 'RENT' });
  expect(state).toEqual({ criteria, deal: 'RENT' });
  expect(readMarketState({ criteria: {} })).toEqual({});
  const { stay } = questionsOf(state, null, now);
  expect(stay.criteria).toEqual(criteria);
  expect(questionAsCurl(stay, 'http://h')).toContain(`-d '{"criteria":{"price":{"max":1}}}'`);
});
