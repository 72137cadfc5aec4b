import { differingIds, driftOf } from './compare-revisions.js';

const list = (...pairs: [string, number][]) => pairs.map(([id, revision]) => ({ id, revision }));

it('finds every id that is on one side only or at another revision', () => {
  expect(differingIds(list(['a', 1], ['b', 1], ['d', 4]), list(['b', 2], ['c', 1], ['d', 4], ['e', 1]))).toEqual([
    'a',
    'b',
    'c',
    'e',
  ]);
  expect(differingIds(list(['a', 1]), [])).toEqual(['a']);
  expect(differingIds([], list(['a', 1]))).toEqual(['a']);
  expect(differingIds(list(['a', 1], ['b', 1]), list(['a', 1], ['b', 1]))).toEqual([]);
});

it('names the kind of a difference', () => {
  const found = (revision: number) => ({ revision, isFound: true });
  const gone = (revision: number) => ({ revision, isFound: false });
  expect([driftOf(found(2), null), driftOf(found(2), 1), driftOf(found(2), 2), driftOf(found(2), 3)]).toEqual([
    'missing',
    'behind',
    null,
    'ahead',
  ]);
  expect([driftOf(gone(2), null), driftOf(gone(2), 1), driftOf(gone(2), 2), driftOf(gone(2), 3)]).toEqual([
    null,
    'surplus',
    'surplus',
    'ahead',
  ]);
  expect([driftOf(undefined, null), driftOf(undefined, 1)]).toEqual([null, 'surplus']);
});
