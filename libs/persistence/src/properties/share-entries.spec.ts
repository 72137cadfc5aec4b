import { shareEntries } from './share-entries.js';

describe('shareEntries', () => {
  it('gives each listing all of its entries where they are few', () => {
    expect(shareEntries([3, 1, 6], 10)).toEqual([3, 1, 6]);
  });

  it('leaves to listings with many entries what those with few do not need, in equal parts', () => {
    expect(shareEntries([900, 3, 900], 1_000)).toEqual([498, 3, 498]);
    expect(shareEntries([5, 5, 5], 10)).toEqual([3, 3, 3]);
  });

  it('leaves each listing its newest state, however many there are', () => {
    expect(shareEntries([7, 1, 2, 9], 3)).toEqual([1, 1, 1, 1]);
    expect(shareEntries([], 3)).toEqual([]);
  });
});
