import { boundsOf, boxAround, boxOfMost, boxOfView, middleOf, zoomWithin } from './boxes.js';

const cell = (count: number, latitude: number, longitude: number) =>
  ({ count, centroid: { latitude, longitude }, properties: null, x: 0, y: 0, medianPrice: null }) as never;

it('takes a window for the box that it shows, also across the 180th meridian and around the whole world', () => {
  expect(boxOfView({ north: 46, south: 45, east: 5.123456, west: 4 })).toEqual({
    north: 46,
    south: 45,
    east: 5.12346,
    west: 4,
  });
  expect(boxOfView({ north: 1, south: 0, east: 190, west: 170 })).toEqual({
    north: 1,
    south: 0,
    east: -170,
    west: 170,
  });
  expect(boxOfView({ north: 89, south: -89, east: 300, west: -200 })).toEqual({
    north: 85,
    south: -85,
    east: 180,
    west: -180,
  });
});

it('gives a map bounds that run on', () => {
  expect(boundsOf({ north: 1, south: 0, east: -170, west: 170 })).toEqual([
    [170, 0],
    [190, 1],
  ]);
});

it('finds the middle of a box, also across the 180th meridian', () => {
  expect(middleOf({ north: 46, south: 45, east: 5, west: 4 })).toEqual({ latitude: 45.5, longitude: 4.5 });
  expect(middleOf({ north: 1, south: 0, east: -170, west: 178 })).toEqual({ latitude: 0.5, longitude: -176 });
});

it('finds where most homes are and leaves a few far ones out', () => {
  const cells = [cell(500, 45, 5), cell(450, 48, 2), cell(3, -21, 55)];
  expect(boxOfMost(cells)).toEqual({ north: 48, south: 45, east: 5, west: 2 });
  expect(boxOfMost([])).toBeUndefined();
});

it('leaves a dense town on another continent out, as long as few homes are there', () => {
  const country = [cell(40, 44, -1), cell(300, 45, 5), cell(300, 48, 2), cell(40, 50, 3), cell(20, 43, 7)];
  expect(boxOfMost([...country, cell(30, -21, 55)])).toEqual({ north: 50, south: 44, east: 5, west: -1 });
  expect(boxOfMost([...country, cell(300, -21, 55)])).toEqual({ north: 48, south: -21, east: 55, west: 2 });
});

it('looks closer at the cells that hold most homes, as close as shows where in them the homes are', () => {
  const box = (south: number, west: number) => ({ south, west, north: south + 5, east: west + 5 });
  const cells = [
    { ...(cell(90, 45.7, 4.8) as object), boundingBox: box(45, 0) },
    { ...(cell(2, -21, 55) as object), boundingBox: box(-25, 55) },
  ] as never;
  expect(boxAround(cells)).toEqual({ south: 45, west: 0, north: 50, east: 5 });
  expect(boxAround([])).toBeUndefined();
  expect(zoomWithin(box(45, 0))).toBe(10); // tiles of zoom 12 are 0.09° wide: 57 side by side
  expect(zoomWithin({ north: 85, south: -85, west: -180, east: 180 })).toBe(4);
});
