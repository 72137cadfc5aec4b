import {
  ALERT_EVENT_TYPES,
  type AlertEventType,
  type Destination,
  type NotificationConfig,
  type NotificationRule,
} from '@gable/domain/alert';
import { SeededRandom } from '@gable/domain/testing';
import type { Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { someCriteria } from './some-criteria.js';

/** An alert to be made: what a customer writes, in canonical form. */
export interface AlertPlan {
  readonly name: string;
  readonly criteria: Criteria;
  readonly notificationConfig: NotificationConfig | null;
  readonly destination: Destination | null;
}

/**
 * A bag of alerts over these listings: each leans towards one of them, so that bounds lie exactly on values that occur
 * and every kind of condition has something to say. A few want everything. Rules of every sort, destinations of both
 * and of none. The same for the same seed.
 */
export function mixedAlerts(seed: number, count: number, listings: readonly Listing[]): AlertPlan[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, (_, place) => ({
    name: `Alert ${place + 1}`,
    criteria: someCriteria(random, listings),
    notificationConfig: someConfig(random),
    destination: someDestination(random, place),
  }));
}

/** Rules as customers combine them. */
export function someConfig(random: SeededRandom): NotificationConfig | null {
  if (random.chance(0.25)) return null;
  if (random.chance(0.1)) return { rules: [] };
  return { rules: ALERT_EVENT_TYPES.filter(() => random.chance(0.7)).map((eventType) => someRule(random, eventType)) };
}

function someRule(random: SeededRandom, eventType: AlertEventType): NotificationRule {
  const rule = { eventType, enabled: random.chance(0.85) };
  if (eventType !== 'PRICE_CHANGED' || random.chance(0.3)) return rule;
  const threshold = random.pick<Partial<NotificationRule>>([
    {},
    { thresholdPercentage: random.pick([1, 2, 5, 7, 10]) },
    { thresholdMinPercentage: random.pick([1, 2, 5]), thresholdMaxPercentage: random.pick([7, 10]) },
  ]);
  return {
    ...rule,
    ...threshold,
    ...(random.chance(0.5) && { thresholdDirection: random.pick(['INCREASE', 'DECREASE'] as const) }),
  };
}

function someDestination(random: SeededRandom, place: number): AlertPlan['destination'] {
  const sort = random.next();
  if (sort < 0.25) return null;
  if (sort < 0.65) return { channel: 'WEBHOOK', address: `https://hooks.example.com/${place % 7}` };
  return { channel: 'EMAIL', address: `reader-${place % 5}@mail.example.com` };
}
