import { everyMonth } from './every-month.js';

const month = (text: string) => Date.parse(`${text}-01T00:00:00Z`);

it('shows the months in which nothing happened as gaps, over the turn of a year too', () => {
  const known = ['2025-11', '2026-02'].map((text) => ({ at: month(text), count: 1 }));
  expect(everyMonth(known, (at) => ({ at, count: 0 }))).toEqual([
    { at: month('2025-11'), count: 1 },
    { at: month('2025-12'), count: 0 },
    { at: month('2026-01'), count: 0 },
    { at: month('2026-02'), count: 1 },
  ]);
});

it('adds nothing to a single month or to none', () => {
  expect(everyMonth([{ at: month('2026-02') }], (at) => ({ at }))).toEqual([{ at: month('2026-02') }]);
  expect(everyMonth([], (at) => ({ at }))).toEqual([]);
});
