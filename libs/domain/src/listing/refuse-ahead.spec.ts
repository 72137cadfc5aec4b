import { refuseAhead } from './refuse-ahead.js';

const clock = new Date('2026-11-22T12:00:00.000Z');

it.each([
  '1999-01-01T00:00:00.000Z',
  '2026-11-22T12:00:00.000Z',
  '2026-11-23T11:59:59.999Z',
  '2026-11-23T12:00:00.000Z',
])('lets a state of %s through at noon of the 22nd', (observedAt) =>
  expect(refuseAhead(observedAt, clock)).toBeUndefined(),
);

it('refuses what is a millisecond further ahead, naming the field and the clock', () => {
  expect(refuseAhead('2026-11-23T12:00:00.001Z', clock)).toEqual({
    propertyPath: 'observedAt',
    message: "is more than 24 h ahead of the database's clock (2026-11-22T12:00:00.000Z), got 2026-11-23T12:00:00.001Z",
  });
});
