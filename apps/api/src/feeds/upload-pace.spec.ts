import { UploadPace } from './upload-pace.js';

const RULES = { windowMs: 1_000, windowBytes: 100, longestMs: 10_000 };

/** What a sender does: bytes after so many milliseconds of waiting, and milliseconds that the server needs for them. */
function upload(steps: readonly { bytes: number; waitMs: number; workMs?: number }[]): string {
  const pace = new UploadPace(RULES, 0);
  let now = 0;
  for (const [index, { bytes, waitMs, workMs = 0 }] of steps.entries()) {
    if (waitMs > pace.patience(now)) return `too slow in step ${index}`;
    now += waitMs;
    if (!pace.received(bytes, waitMs, now)) return `too slow in step ${index}`;
    now += workMs;
  }
  return 'whole';
}
const many = (count: number, step: { bytes: number; waitMs: number; workMs?: number }) =>
  Array.from({ length: count }, () => step);

it('lets an upload of a fair pace take its time, in pieces of any size', () => {
  expect(upload(many(9, { bytes: 110, waitMs: 1_000 }))).toBe('whole');
  expect(upload(many(90, { bytes: 11, waitMs: 100 }))).toBe('whole');
});

it('ends one that brings a byte a second, and one that brings nothing', () => {
  expect(upload(many(9, { bytes: 1, waitMs: 999 }))).toBe('too slow in step 1');
  expect(
    upload([
      { bytes: 500, waitMs: 10 },
      { bytes: 500, waitMs: 1_002 },
    ]),
  ).toBe('too slow in step 1');
  expect(upload(many(100, { bytes: 1, waitMs: 20 }))).toBe('too slow in step 49');
});

it('does not count the time that the server itself takes', () => {
  expect(upload(many(9, { bytes: 1, waitMs: 1, workMs: 1_000 }))).toBe('whole');
});

it('ends one that takes longer than any may, however fast it is', () => {
  expect(upload(many(20, { bytes: 1_000, waitMs: 900 }))).toBe('too slow in step 11');
});
