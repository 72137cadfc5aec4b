import type { Criteria } from '@gable/domain/criteria';
import type { SearchPosition, KeySort } from '@gable/search';
import { Parameters } from './bind.js';
import { stretchConditions, stretchesOf } from './stretches.js';

const priced = (min: number | null, max: number | null = null): Criteria => ({
  conditions: [{ kind: 'range', field: 'price', min, max, allowNull: false }],
  operator: 'AND',
  children: [],
});
const anything: Criteria = { conditions: [], operator: 'AND', children: [] };
const rising: KeySort = { field: 'PRICE', direction: 'ASC' };
const falling: KeySort = { field: 'PRICE', direction: 'DESC' };
const at = (key: number | null): SearchPosition => ({ key, id: 'a' });

describe('stretchesOf', () => {
  it.each<[string, Criteria, KeySort, SearchPosition | null, string[]]>([
    ['keys, then missing ones', anything, rising, null, ['keys', 'missing']],
    ['only missing ones behind a missing one', anything, rising, at(null), ['missing']],
    ['no missing ones where the criteria state a price', priced(null, 9), falling, null, ['keys']],
    ['the homes apart first where the order rises', priced(100), rising, null, ['apart', 'keys']],
    ['the homes apart last where it falls', priced(100), falling, null, ['keys', 'apart']],
    ['both behind a home apart, rising', priced(100), rising, at(79), ['apart', 'keys']],
    ['no homes apart behind the first other, rising', priced(100), rising, at(80), ['keys']],
    ['only homes apart behind one, falling', priced(100), falling, at(79), ['apart']],
    [
      'nothing special in an order that is not of prices',
      priced(100),
      { field: 'CREATED_AT', direction: 'DESC' },
      null,
      ['keys'],
    ],
  ])('reads %s', (_, criteria, sort, after, stretches) => {
    expect(stretchesOf({ criteria, sort, after })).toEqual(stretches);
  });
});

describe('stretchConditions', () => {
  function sql(stretch: 'keys' | 'apart', after: SearchPosition | null): { text: string; values: unknown[] } {
    const parameters = new Parameters();
    return {
      text: stretchConditions({ criteria: priced(100, 200), sort: rising, after }, stretch, parameters.bind),
      values: parameters.values,
    };
  }

  it('begins near the lowest price that is asked for', () => {
    expect(sql('keys', null)).toEqual({
      text: 'p.online_count > 0 and p.min_price is not null and p.min_price <= $1::float8 and p.max_price >= $2::float8 and p.min_price >= 0.8 * $3::float8',
      values: [200, 100, 100],
    });
  });

  it('begins behind the last hit, unless that is one of the homes apart', () => {
    expect(sql('keys', at(150)).text).toBe(
      'p.online_count > 0 and p.min_price is not null and (p.min_price, p.id) > ($1::float8, $2::uuid) and p.min_price <= $3::float8 and p.max_price >= $4::float8',
    );
    expect(sql('keys', at(3))).toEqual(sql('keys', null));
  });

  it('takes the homes apart by the condition of their index', () => {
    expect(sql('apart', at(3))).toEqual({
      text:
        'p.online_count > 0 and p.min_price is not null and (p.min_price, p.id) > ($1::float8, $2::uuid)' +
        ' and p.min_price < 0.8 * p.max_price and p.max_price >= $3::float8 and p.min_price < 0.8 * $4::float8',
      values: [3, 'a', 100, 100],
    });
  });
});
