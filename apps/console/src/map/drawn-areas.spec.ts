import { circleFrom, drawnFeatures } from './drawn-areas.js';

it('draws a circle as a polygon from which the same circle is read', () => {
  const circle = { latitude: 45.76, longitude: 4.84, radiusMeters: 2_500 };
  const { features } = drawnFeatures([], circle);
  const read = circleFrom(features[0]!.geometry as never);
  expect(read.latitude).toBeCloseTo(circle.latitude, 4);
  expect(read.longitude).toBeCloseTo(circle.longitude, 4);
  expect(Math.abs(read.radiusMeters - 2_500)).toBeLessThan(5);
});
