import { matchedTimes } from './matched-times.js';

it('counts from a commit until the first look that saw every shard beyond it', () => {
  const looks = [
    { at: 1_000, position: 4 },
    { at: 1_050, position: 6 },
    { at: 1_200, position: 9 },
  ];
  const changes = [
    { id: 6, at: 990 },
    { id: 5, at: 980 },
    { id: 9, at: 1_190 },
  ];
  expect(matchedTimes(changes, looks, 5_000)).toEqual([
    { from: 980, to: 1_050 },
    { from: 990, to: 1_050 },
    { from: 1_190, to: 1_200 },
  ]);
});

it('counts to the end what nobody was seen to consume', () => {
  expect(matchedTimes([{ id: 7, at: 1_000 }], [{ at: 1_050, position: 6 }], 5_000)).toEqual([
    { from: 1_000, to: 5_000 },
  ]);
});
