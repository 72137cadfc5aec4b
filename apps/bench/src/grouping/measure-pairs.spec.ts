import type { GroupingItem } from '@gable/domain/grouping';
import { countContradictions, measureListings, measurePairs, pairAgreement, purityOf } from './measure-pairs.js';

const item = (id: string, floor?: number): GroupingItem => ({ id, sourceId: 's', listing: { floor } });
const [a1, a2, a3, b1, b2] = ['a1', 'a2', 'a3', 'b1', 'b2'].map((id) => item(id)) as [
  GroupingItem,
  GroupingItem,
  GroupingItem,
  GroupingItem,
  GroupingItem,
];
const propertyOf = ({ id }: GroupingItem): string => id[0]!;

describe('measurePairs', () => {
  it('is 1 all over where groups are homes', () => {
    expect(
      measurePairs(
        [
          [a1, a2, a3],
          [b1, b2],
        ],
        propertyOf,
      ),
    ).toEqual({ precision: 1, recall: 1, f1: 1 });
  });

  it('counts pairs: 1 of 2 grouped is right, 1 of 4 real ones is found', () => {
    expect(measurePairs([[a1, a2], [a3, b1], [b2]], propertyOf)).toEqual({ precision: 0.5, recall: 0.25, f1: 1 / 3 });
  });

  it('looks only at the pairs that count', () => {
    expect(measurePairs([[a1, a2], [a3, b1], [b2]], propertyOf, (x, y) => x !== a3 && y !== a3)).toEqual({
      precision: 1,
      recall: 0.5,
      f1: 2 / 3,
    });
  });
});

describe('measureListings and purityOf', () => {
  it(
    'count every listing once: of [a a | a b | b] three groups are pure or half so, and homes are found by two ' +
      'thirds, a third and half',
    () => {
      const groups = [[a1, a2], [a3, b1], [b2]];
      expect(measureListings(groups, propertyOf)).toEqual({
        precision: 4 / 5,
        recall: expect.closeTo((2 * (2 / 3) + 1 / 3 + 1 / 2 + 1 / 2) / 5, 9) as number,
        f1: expect.closeTo(0.64, 2) as number,
      });
      expect(purityOf(groups, propertyOf)).toBe(4 / 5);
      expect(
        purityOf(
          [
            [a1, a2, a3],
            [b1, b2],
          ],
          propertyOf,
        ),
      ).toBe(1);
    },
  );
});

describe('pairAgreement', () => {
  it('is the share of common pairs', () => {
    expect(
      pairAgreement(
        [
          [a1, a2],
          [b1, b2],
        ],
        [
          [b2, b1],
          [a2, a1],
        ],
      ),
    ).toBe(1);
    expect(
      pairAgreement(
        [
          [a1, a2],
          [b1, b2],
        ],
        [[a1, a2], [b1], [b2]],
      ),
    ).toBe(2 / 3);
  });
});

describe('countContradictions', () => {
  it('counts the pairs that contradict each other within a group', () => {
    expect(countContradictions([[item('a', 1), item('b', 2), item('c')], [item('d', 3)]])).toBe(1);
  });
});
