import { rounds } from '@gable/domain/testing';
import type { Sabotage } from './queue-rows.js';
import { simulateDeliveries } from './simulate.js';

/** More than find a safeguard that is left out, below. */
const SEEDS = rounds(500, 2_500);

it(`delivers everything that can be delivered, in ${SEEDS} histories of failures`, () => {
  const totals = { events: 0, attempts: 0, kills: 0 };
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { violations, events, attempts, kills } = simulateDeliveries(seed);
    if (violations.length > 0) throw new Error(`npm run simulate -- --seed ${seed}\n${violations.join('\n')}`);
    totals.events += events;
    totals.attempts += attempts;
    totals.kills += kills;
  }
  expect(totals.kills).toBeGreaterThan(0.8 * SEEDS);
});

it('makes the same history of the same seed', () => {
  expect(simulateDeliveries(7)).toEqual(simulateDeliveries(7));
});

it.each<Sabotage>([
  'no owner check',
  'leases end early',
  'no breaker',
  'mails not closed',
  'mails not spaced',
  'wake-ups forgotten',
  'wake-ups removed last',
])('notices where a safeguard is left out: %s', (sabotage) => {
  const caught = Array.from({ length: 400 }, (_, i) => i + 1).find(
    (seed) => simulateDeliveries(seed, { sabotage }).violations.length > 0,
  );
  expect(caught).toBeDefined();
});
