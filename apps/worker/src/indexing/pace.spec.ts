import { FULL_PACE, nextPace } from './pace.js';

it('slows down step by step while most is put off, and never stops asking', () => {
  let pace = FULL_PACE;
  const seen = Array.from({ length: 9 }, () => (pace = nextPace(pace, pace.batch, pace.batch)));
  expect(seen.map(({ batch }) => batch)).toEqual([500, 250, 125, 62, 50, 50, 50, 50, 50]);
  expect(seen.map(({ pauseMs }) => pauseMs)).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000]);
});

it('does not pause for the few that are put off, and returns to full pace where none is', () => {
  const slow = { batch: 125, pauseMs: 800 };
  expect(nextPace(slow, 125, 30)).toEqual({ batch: 125, pauseMs: 0 });
  expect(nextPace(slow, 125, 0)).toEqual({ batch: 250, pauseMs: 0 });
  expect(nextPace(FULL_PACE, 1_000, 0)).toEqual(FULL_PACE);
});
