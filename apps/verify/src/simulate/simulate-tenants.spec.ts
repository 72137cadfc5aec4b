import { rounds } from '@gable/domain/testing';
import type { Sabotage } from './queue-rows.js';
import { LONGEST_HEALTHY_WAIT_MS, simulateTenants } from './simulate-tenants.js';

/** As many as find a safeguard that is left out, below. */
const FEW_SEEDS = 4;
const SEEDS = rounds(FEW_SEEDS, 12);

it('begins what is for healthy receivers within two seconds, beside up to twelve accounts that hang', () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { violations } = simulateTenants(seed);
    if (violations.length > 0)
      throw new Error(`npm run simulate -- --tenants --seed ${seed}\n${violations.join('\n')}`);
  }
});

it.each<Sabotage>(['first come, first served', 'accounts taken for one'])(
  'notices where a safeguard is left out: %s',
  (sabotage) => {
    const caught = Array.from({ length: FEW_SEEDS }, (_, i) => i + 1).find(
      (seed) => simulateTenants(seed, { sabotage }).longestHealthyWaitMs > 3 * LONGEST_HEALTHY_WAIT_MS,
    );
    expect(caught).toBeDefined();
  },
);
