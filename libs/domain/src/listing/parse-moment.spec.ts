import { parseMoment } from './parse-moment.js';

const instant = (at: string) => ({ from: at, to: at, until: at });

it.each([
  ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30:00+02:00', '2026-03-01T07:30:00.000Z'],
  ['2026-03-01T09:30:00 02:00', '2026-03-01T07:30:00.000Z'],
  ['2026-03-01T09:30:00-0500', '2026-03-01T14:30:00.000Z'],
  ['2026-03-01T09:30', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30:00.25', '2026-03-01T09:30:00.250Z'],
])('%s is one instant', (text, at) => {
  expect(parseMoment(text)).toEqual(instant(at));
});

it.each([
  ['2026-11-21', '2026-11-22'],
  ['2024-02-29', '2024-03-01'],
  ['2025-12-31', '2026-01-01'],
])('%s is the whole UTC day', (day, next) => {
  expect(parseMoment(day)).toEqual({
    from: `${day}T00:00:00.000Z`,
    to: `${day}T23:59:59.999999Z`,
    until: `${next}T00:00:00.000Z`,
  });
});

it('knows no day behind the last one', () => {
  expect(parseMoment('9999-12-31')?.until).toBe('9999-12-31T23:59:59.999999Z');
});

it.each([
  '',
  '2026-02-30',
  '2026-13-01',
  '2026-3-1',
  '2026',
  '2026-03-01T',
  '2026-03-01T25:00',
  '09:30',
  'today',
  '2026-03-01ZZ',
])('takes no %j', (text) => {
  expect(parseMoment(text)).toBeUndefined();
});
