import type { AlertEventType } from './event-type.js';

/** Ways that a price can move. */
export const THRESHOLD_DIRECTIONS = ['INCREASE', 'DECREASE'] as const;
/** INCREASE or DECREASE. */
export type ThresholdDirection = (typeof THRESHOLD_DIRECTIONS)[number];

/**
 * Which events of one type are notified. Thresholds belong to PRICE_CHANGED; percentages are of the old price, in
 * either direction unless one is named.
 */
export interface NotificationRule {
  readonly eventType: AlertEventType;
  readonly enabled: boolean;
  /** The price moved by at least this many percent. */
  readonly thresholdPercentage?: number;
  /** The band the move lies in, both ends included; not together with `thresholdPercentage`. */
  readonly thresholdMinPercentage?: number;
  readonly thresholdMaxPercentage?: number;
  readonly thresholdDirection?: ThresholdDirection;
}

/** Which events of an alert are notified. */
export interface NotificationConfig {
  /** At most one per event type. An event type without a rule is recorded and not notified. */
  readonly rules: readonly NotificationRule[];
}

/** What holds for an alert without a `notificationConfig`. */
export const DEFAULT_NOTIFICATION_CONFIG: NotificationConfig = Object.freeze({
  rules: Object.freeze([Object.freeze({ eventType: 'NEW_MATCH' as const, enabled: true })]),
});

/** The displayed prices of a change; null where none is stated. */
export interface PriceMove {
  readonly old: number | null;
  readonly new: number | null;
}

/**
 * Which of the events that one alert records of one change are also notified. A changed price is notified once: where
 * PRICE_CHANGED is, ANY_ATTRIBUTE_CHANGED of the same change is not.
 */
export function notifiedEvents(
  config: NotificationConfig | null,
  events: readonly AlertEventType[],
  move: PriceMove,
): readonly AlertEventType[] {
  const { rules } = config ?? DEFAULT_NOTIFICATION_CONFIG;
  const notified = events.filter((type) =>
    rules.some((rule) => rule.eventType === type && rule.enabled && reachesThreshold(rule, move)),
  );
  return notified.includes('PRICE_CHANGED') ? notified.filter((type) => type !== 'ANY_ATTRIBUTE_CHANGED') : notified;
}

function reachesThreshold(rule: NotificationRule, move: PriceMove): boolean {
  const { thresholdPercentage, thresholdMinPercentage, thresholdMaxPercentage, thresholdDirection } = rule;
  if (
    thresholdPercentage === undefined &&
    thresholdMinPercentage === undefined &&
    thresholdMaxPercentage === undefined &&
    thresholdDirection === undefined
  )
    return true;
  if (move.old === null || move.new === null || move.old === 0) return false;
  if (thresholdDirection !== undefined && thresholdDirection !== (move.new > move.old ? 'INCREASE' : 'DECREASE'))
    return false;
  // Prices are decimal and their doubles are not: 9976 to 9477.2 is 5 percent, of which a double keeps a little less.
  const percent = (Math.abs(move.new - move.old) / Math.abs(move.old)) * 100;
  const atLeast = thresholdPercentage ?? thresholdMinPercentage ?? 0;
  const atMost = thresholdMaxPercentage ?? Infinity;
  return percent >= atLeast - ROUNDING_PERCENT && percent <= atMost + ROUNDING_PERCENT;
}

/** Far above the rounding errors of doubles, far below any threshold. */
const ROUNDING_PERCENT = 1e-9;
