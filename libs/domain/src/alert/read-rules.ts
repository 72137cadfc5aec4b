import {
  at,
  isJsonObject,
  type JsonObject,
  member,
  readBoolean,
  readObject,
  refuseUnknownKeys,
  show,
} from '../parsing/json.js';
import { explainUnknownWord } from '../parsing/suggest.js';
import type { ViolationList } from '../parsing/violations.js';
import { ALERT_EVENT_TYPES, type AlertEventType } from './event-type.js';
import {
  type NotificationConfig,
  type NotificationRule,
  THRESHOLD_DIRECTIONS,
  THRESHOLD_PERCENTAGES,
  type ThresholdDirection,
} from './notification-rule.js';

const CONFIG_KEYS: ReadonlySet<string> = new Set(['rules']);
type Percentages = { readonly [K in (typeof THRESHOLD_PERCENTAGES)[number]]?: number };
const RULE_KEYS: ReadonlySet<string> = new Set([
  'eventType',
  ...THRESHOLD_PERCENTAGES,
  'thresholdDirection',
  'enabled',
]);

/** Reads `{rules: […]}`. An empty list is a choice: everything is recorded and nothing notified. */
export function readNotificationConfig(
  given: unknown,
  path: string,
  violations: ViolationList,
): NotificationConfig | null {
  const config = readObject(given, path, '{"rules": [{"eventType": "NEW_MATCH"}]}', violations);
  if (config === undefined) return null;
  refuseUnknownKeys(config, CONFIG_KEYS, path, violations);
  const rules = member(config, 'rules');
  const rulesPath = at(path, 'rules');
  if (rules === undefined) return violations.add(rulesPath, 'is missing; an empty list notifies of nothing') ?? null;
  if (!Array.isArray(rules)) return violations.add(rulesPath, `expects a list, got ${show(rules)}`) ?? null;
  const read: NotificationRule[] = [];
  const places = new Map<AlertEventType, number>();
  for (let place = 0; place < rules.length && !violations.isFull; place += 1) {
    const rule = readRule(rules[place], `${rulesPath}[${place}]`, violations);
    if (rule === undefined) continue;
    const earlier = places.get(rule.eventType);
    if (earlier === undefined) places.set(rule.eventType, place);
    else
      violations.add(
        `${rulesPath}[${place}].eventType`,
        `has a rule already, rules[${earlier}]; one rule per event type`,
      );
    read.push(rule);
  }
  return Object.freeze({ rules: Object.freeze(read) });
}

function readRule(given: unknown, path: string, violations: ViolationList): NotificationRule | undefined {
  if (!isJsonObject(given))
    return violations.add(path, `expects an object such as {"eventType": "NEW_MATCH"}, got ${show(given)}`);
  refuseUnknownKeys(given, RULE_KEYS, path, violations);
  const eventType = readEventType(member(given, 'eventType'), at(path, 'eventType'), violations);
  const enabled = readBoolean(member(given, 'enabled'), at(path, 'enabled'), violations) ?? true;
  const thresholds = readThresholds(given, path, violations);
  if (eventType === undefined) return undefined;
  return Object.freeze({ eventType, enabled, ...thresholds });
}

function readEventType(given: unknown, path: string, violations: ViolationList): AlertEventType | undefined {
  if (given === undefined) return violations.add(path, `is missing; one of ${ALERT_EVENT_TYPES.join(', ')}`);
  if (typeof given !== 'string')
    return violations.add(path, `expects one of ${ALERT_EVENT_TYPES.join(', ')}, got ${show(given)}`);
  return (
    ALERT_EVENT_TYPES.find((type) => type === given) ??
    violations.add(path, explainUnknownWord(given, ALERT_EVENT_TYPES))
  );
}

/** The given thresholds. Those left out are absent from the result. */
function readThresholds(
  rule: JsonObject,
  path: string,
  violations: ViolationList,
): Omit<NotificationRule, 'eventType' | 'enabled'> {
  const read = THRESHOLD_PERCENTAGES.map(
    (key) => [key, readPercentage(member(rule, key), at(path, key), violations)] as const,
  );
  const percentages: Percentages = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  const { thresholdMinPercentage: min, thresholdMaxPercentage: max } = percentages;
  if (min !== undefined && max !== undefined && max < min) {
    const message = `must not be below thresholdMinPercentage, got ${min} and ${max}`;
    violations.add(at(path, 'thresholdMaxPercentage'), message);
  }
  const thresholdDirection = readDirection(
    member(rule, 'thresholdDirection'),
    at(path, 'thresholdDirection'),
    violations,
  );
  return { ...percentages, ...(thresholdDirection !== undefined && { thresholdDirection }) };
}

function readPercentage(given: unknown, path: string, violations: ViolationList): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'number') return violations.add(path, `expects a number, got ${show(given)}`);
  if (!Number.isFinite(given)) return violations.add(path, `expects a finite number, got ${show(given)}`);
  if (given < 0) return violations.add(path, `expects 0 or more, got ${given}; thresholdDirection says which way`);
  return given === 0 ? 0 : given; // -0 is 0
}

function readDirection(given: unknown, path: string, violations: ViolationList): ThresholdDirection | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'string')
    return violations.add(path, `expects one of ${THRESHOLD_DIRECTIONS.join(', ')}, got ${show(given)}`);
  return (
    THRESHOLD_DIRECTIONS.find((direction) => direction === given) ??
    violations.add(path, explainUnknownWord(given, THRESHOLD_DIRECTIONS))
  );
}
