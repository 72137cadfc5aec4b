import { bucketStart } from './time-buckets.js';

describe('bucketStart', () => {
  it.each([
    ['day', 0, '2000-01-01'],
    ['day', -1, '1999-12-31'],
    ['day', 9_557, '2026-03-02'],
    ['week', 2, '2000-01-03'],
    ['month', 2026 * 12 + 2, '2026-03-01'],
    ['quarter', 2026 * 4 + 3, '2026-10-01'],
    ['year', 2026, '2026-01-01'],
    ['year', 99, '0099-01-01'],
    ['month', 9999 * 12 + 11, '9999-12-01'],
  ] as const)('%s %i starts on %s', (timeBucket, bucket, day) => {
    expect(bucketStart(timeBucket, bucket)).toBe(`${day}T00:00:00.000Z`);
  });
});
