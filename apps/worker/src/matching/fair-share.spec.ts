import { fairShare } from './fair-share.js';

it.each([1, 2, 3, 5, 63, 64, 65, 100])(
  '%i workers hold all shards together, none more than one above another',
  (count) => {
    const live = Array.from({ length: count }, (_, i) => 10 * i + 3);
    const shares = live.map((id) => fairShare(live, id));
    expect(shares.reduce((sum, share) => sum + share)).toBe(64);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  },
);

it('a worker that is not alive has no share', () => expect(fairShare([1, 2], 3)).toBe(0));
