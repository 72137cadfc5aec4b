import type { AlertEventType } from './event-type.js';

/** Ways that a price can move. */
export const THRESHOLD_DIRECTIONS = ['INCREASE', 'DECREASE'] as const;
/** INCREASE or DECREASE. */
export type ThresholdDirection = (typeof THRESHOLD_DIRECTIONS)[number];

/**
 * Which events of one type are notified. Any rule may carry thresholds; they bear on PRICE_CHANGED alone. Percentages
 * are of the old price, in either direction unless one is named; 0 is no threshold.
 */
export interface NotificationRule {
  readonly eventType: AlertEventType;
  readonly enabled: boolean;
  /** The price moved by at least this many percent. */
  readonly thresholdPercentage?: number;
  /** The band the move lies in, both ends included. Beside `thresholdPercentage` both hold. */
  readonly thresholdMinPercentage?: number;
  readonly thresholdMaxPercentage?: number;
  readonly thresholdDirection?: ThresholdDirection;
}

/** The fields of a rule that carry percentages. */
export const THRESHOLD_PERCENTAGES = [
  'thresholdPercentage',
  'thresholdMinPercentage',
  'thresholdMaxPercentage',
] as const satisfies readonly (keyof NotificationRule)[];
const THRESHOLD_FIELDS = [...THRESHOLD_PERCENTAGES, 'thresholdDirection'] as const;

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
    rules.some(
      (rule) => rule.eventType === type && rule.enabled && (type !== 'PRICE_CHANGED' || reachesThreshold(rule, move)),
    ),
  );
  return notified.includes('PRICE_CHANGED') ? notified.filter((type) => type !== 'ANY_ATTRIBUTE_CHANGED') : notified;
}

function reachesThreshold(rule: NotificationRule, move: PriceMove): boolean {
  const { thresholdDirection } = rule;
  const { atLeast, atMost } = bandOf(rule);
  if (atLeast === 0 && atMost === Infinity && thresholdDirection === undefined) return true;
  if (move.old === null || move.new === null || move.old === 0) return false;
  if (thresholdDirection !== undefined && thresholdDirection !== (move.new > move.old ? 'INCREASE' : 'DECREASE'))
    return false;
  // Prices are decimal and their doubles are not: 9976 to 9477.2 is 5 percent, of which a double keeps a little less.
  const percent = (Math.abs(move.new - move.old) / Math.abs(move.old)) * 100;
  return percent >= atLeast - ROUNDING_PERCENT && percent <= atMost + ROUNDING_PERCENT;
}

/** The percentages that all thresholds of a rule leave. Serializers fill in 0 for what nobody chose: it is none. */
function bandOf(rule: NotificationRule): { atLeast: number; atMost: number } {
  return {
    atLeast: Math.max(rule.thresholdPercentage ?? 0, rule.thresholdMinPercentage ?? 0),
    atMost: rule.thresholdMaxPercentage || Infinity,
  };
}

/** Far above the rounding errors of doubles, far below any threshold. */
const ROUNDING_PERCENT = 1e-9;

/** A field that is kept as it was given and changes nothing: its path below the configuration, and a sentence. */
export interface RuleWarning {
  readonly path: string;
  readonly message: string;
}

/**
 * What rules carry without effect: thresholds of event types that know no price move, and thresholds that no move
 * reaches. Pure; the order of the rules.
 */
export function warnOfRules({ rules }: NotificationConfig): RuleWarning[] {
  return rules.flatMap((rule, place) =>
    warnOf(rule).map(({ path, message }) => ({ path: `rules[${place}].${path}`, message })),
  );
}

function warnOf(rule: NotificationRule): RuleWarning[] {
  if (rule.eventType !== 'PRICE_CHANGED')
    return THRESHOLD_FIELDS.filter((field) => rule[field]).map((path) => ({
      path,
      message: `has no effect on ${rule.eventType}; thresholds bear on PRICE_CHANGED alone`,
    }));
  const { atLeast, atMost } = bandOf(rule);
  if (atLeast > atMost)
    return [{ path: 'thresholdPercentage', message: 'is above thresholdMaxPercentage, so that no move is notified' }];
  if (rule.thresholdDirection !== 'DECREASE' || atLeast <= 100) return [];
  const path = (rule.thresholdPercentage ?? 0) > 100 ? 'thresholdPercentage' : 'thresholdMinPercentage';
  return [{ path, message: 'is above 100, and no price falls by more: no move is notified' }];
}
