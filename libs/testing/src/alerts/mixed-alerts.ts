import {
  ALERT_EVENT_TYPES,
  type AlertEventType,
  type Destination,
  type NotificationConfig,
  type NotificationRule,
} from '@gable/domain/alert';
import { Dice } from '@gable/domain/testing';
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
 * A bag of alerts over these listings: each leans towards one of them, so that bounds lie exactly on values that occur and every kind of condition has
 * something to say. A few want everything. Rules of every sort, destinations of both and of none. The same for the same seed.
 */
export function mixedAlerts(seed: number, count: number, listings: readonly Listing[]): AlertPlan[] {
  const dice = new Dice(seed);
  return Array.from({ length: count }, (_, place) => ({
    name: `Alert ${place + 1}`,
    criteria: someCriteria(dice, listings),
    notificationConfig: someConfig(dice),
    destination: someDestination(dice, place),
  }));
}

/** Rules as customers combine them. */
export function someConfig(dice: Dice): NotificationConfig | null {
  if (dice.chance(0.25)) return null;
  if (dice.chance(0.1)) return { rules: [] };
  return { rules: ALERT_EVENT_TYPES.filter(() => dice.chance(0.7)).map((eventType) => someRule(dice, eventType)) };
}

function someRule(dice: Dice, eventType: AlertEventType): NotificationRule {
  const rule = { eventType, enabled: dice.chance(0.85) };
  if (eventType !== 'PRICE_CHANGED' || dice.chance(0.3)) return rule;
  const threshold = dice.pick<Partial<NotificationRule>>([
    {},
    { thresholdPercentage: dice.pick([1, 2, 5, 7, 10]) },
    { thresholdMinPercentage: dice.pick([1, 2, 5]), thresholdMaxPercentage: dice.pick([7, 10]) },
  ]);
  return {
    ...rule,
    ...threshold,
    ...(dice.chance(0.5) && { thresholdDirection: dice.pick(['INCREASE', 'DECREASE'] as const) }),
  };
}

function someDestination(dice: Dice, place: number): AlertPlan['destination'] {
  const sort = dice.next();
  if (sort < 0.25) return null;
  if (sort < 0.65) return { channel: 'WEBHOOK', address: `https://hooks.example.com/${place % 7}` };
  return { channel: 'EMAIL', address: `reader-${place % 5}@mail.example.com` };
}
