import { mapKeyOf } from '@gable/domain/geo';
import { SeededRandom } from '@gable/domain/testing';
import { keyRangesOf } from './key-ranges.js';

it('covers every place in a box with a few stretches, also over the 180th meridian', () => {
  const random = new SeededRandom(7);
  for (const [west, east] of [
    [4.7, 4.95],
    [179.9, -179.9],
    [-180, -179.99],
  ] as const) {
    const box = { north: 45.85, south: 45.65, west, east };
    const ranges = keyRangesOf(box)!;
    expect(ranges.length).toBeLessThanOrEqual(32);
    for (let n = 1; n < ranges.length; n += 1) expect(ranges[n]![0]).toBeGreaterThan(ranges[n - 1]![1]);
    const width = east > west ? east - west : east - west + 360;
    for (let n = 0; n < 500; n += 1) {
      const lng = west + width * random.next();
      const key = mapKeyOf({ lat: 45.65 + 0.2 * random.next(), lng: lng > 180 ? lng - 360 : lng });
      expect(ranges.some(([from, below]) => key >= from && key < below)).toBe(true);
    }
  }
});

it('has none for a country', () => {
  expect(keyRangesOf({ north: 51, south: 41, west: -5, east: 8 })).toBeNull();
});
