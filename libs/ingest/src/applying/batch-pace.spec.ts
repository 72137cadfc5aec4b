import { BatchPace } from './batch-pace.js';

const after = (most: number, ...written: [lines: number, ms: number][]): number => {
  const pace = new BatchPace(most);
  for (const [lines, ms] of written) pace.written(lines, ms);
  return pace.lines;
};

describe('the lines of a batch', () => {
  it('become fewer where the database takes longer than a twentieth of a second, but not fewer than a hundred', () => {
    expect(after(1_000, [300, 75])).toBe(200);
    expect(after(1_000, [300, 10_000])).toBe(150);
    expect(after(1_000, [300, 10_000], [150, 10_000], [100, 10_000])).toBe(100);
  });
  it('become more where it is faster, up to the number that was asked for', () => {
    expect(after(1_000, [300, 25])).toBe(600);
    expect(after(1_000, [300, 1], [600, 0])).toBe(1_000);
  });
  it('stay as they are at the end of a feed, and where few are asked for', () => {
    expect(after(1_000, [3, 1])).toBe(300);
    expect(after(7, [7, 1], [7, 1_000])).toBe(7);
  });
});
