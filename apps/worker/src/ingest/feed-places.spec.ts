import type { Database } from '@gable/persistence';
import { FeedPlaces } from './feed-places.js';

const HUGE = 2 ** 30;
let places: FeedPlaces;

beforeEach(() => {
  places = new FeedPlaces({} as Database);
});

const takenBy = (sources: number, bytes: number): number =>
  Array.from({ length: sources }, (_, i) => places.take(`${bytes}-${i}.example`, bytes)).filter(Boolean).length;

it('gives one place to a source at a time', () => {
  const place = places.take('one.example', 1);
  expect(places.take('one.example', 1)).toBeUndefined();
  place!.leave();
  expect(places.take('one.example', 1)).toBeDefined();
});

it('has room for sixteen sources, of which huge feeds leave four to small ones', () => {
  expect([takenBy(100, HUGE), places.hasRoom]).toEqual([12, true]);
  expect([takenBy(100, 1_000), places.hasRoom]).toEqual([4, false]);
});
