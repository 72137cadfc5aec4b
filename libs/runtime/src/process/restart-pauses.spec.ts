import { RestartPauses } from './restart-pauses.js';

it('waits longer each time, up to a bound, and anew after a process that lived long', () => {
  const pauses = new RestartPauses();
  expect(Array.from({ length: 8 }, () => pauses.after(1_000))).toEqual([
    250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
  ]);
  expect([pauses.after(31_000), pauses.after(1_000)]).toEqual([250, 500]);
});
