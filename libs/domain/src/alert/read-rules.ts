import {
  at,
  isJsonObject,
  member,
  readBoolean,
  readObject,
  refuseUnknownKeys,
  type JsonObject,
} from '../criteria/parsing/json.js';
import type { Problems } from '../criteria/parsing/problems.js';
import { show } from '../criteria/parsing/show.js';
import { explainUnknownWord } from '../criteria/parsing/suggest.js';
import { ALERT_EVENT_TYPES, type AlertEventType } from './event-type.js';
import {
  THRESHOLD_DIRECTIONS,
  type NotificationConfig,
  type NotificationRule,
  type ThresholdDirection,
} from './notification-rule.js';

const CONFIG_KEYS: ReadonlySet<string> = new Set(['rules']);
const PERCENTAGES = ['thresholdPercentage', 'thresholdMinPercentage', 'thresholdMaxPercentage'] as const;
type Percentages = { readonly [K in (typeof PERCENTAGES)[number]]?: number };
const THRESHOLD_KEYS = [...PERCENTAGES, 'thresholdDirection'] as const;
const RULE_KEYS: ReadonlySet<string> = new Set(['eventType', ...THRESHOLD_KEYS, 'enabled']);

/** Reads `{rules: […]}`. An empty list is a choice: everything is recorded and nothing told. */
export function readNotificationConfig(given: unknown, path: string, problems: Problems): NotificationConfig | null {
  const config = readObject(given, path, '{"rules": [{"eventType": "NEW_MATCH"}]}', problems);
  if (config === undefined) return null;
  refuseUnknownKeys(config, CONFIG_KEYS, path, problems);
  const rules = member(config, 'rules');
  const rulesPath = at(path, 'rules');
  if (rules === undefined) return problems.add(rulesPath, 'is missing; an empty list notifies of nothing') ?? null;
  if (!Array.isArray(rules)) return problems.add(rulesPath, `expects a list, got ${show(rules)}`) ?? null;
  const read: NotificationRule[] = [];
  const places = new Map<AlertEventType, number>();
  for (let place = 0; place < rules.length && !problems.full; place += 1) {
    const rule = readRule(rules[place], `${rulesPath}[${place}]`, problems);
    if (rule === undefined) continue;
    const earlier = places.get(rule.eventType);
    if (earlier === undefined) places.set(rule.eventType, place);
    else
      problems.add(
        `${rulesPath}[${place}].eventType`,
        `has a rule already, rules[${earlier}]; one rule per event type`,
      );
    read.push(rule);
  }
  return Object.freeze({ rules: Object.freeze(read) });
}

function readRule(given: unknown, path: string, problems: Problems): NotificationRule | undefined {
  if (!isJsonObject(given))
    return problems.add(path, `expects an object such as {"eventType": "NEW_MATCH"}, got ${show(given)}`);
  refuseUnknownKeys(given, RULE_KEYS, path, problems);
  const eventType = readEventType(member(given, 'eventType'), at(path, 'eventType'), problems);
  const enabled = readBoolean(member(given, 'enabled'), at(path, 'enabled'), problems) ?? true;
  const thresholds = readThresholds(given, path, problems);
  if (eventType === undefined) return undefined;
  if (eventType !== 'PRICE_CHANGED') {
    const strays = THRESHOLD_KEYS.filter((key) => member(given, key) !== undefined);
    for (const key of strays) problems.add(at(path, key), `belongs to PRICE_CHANGED; ${eventType} has no threshold`);
  }
  return Object.freeze({ eventType, enabled, ...thresholds });
}

function readEventType(given: unknown, path: string, problems: Problems): AlertEventType | undefined {
  if (given === undefined) return problems.add(path, `is missing; one of ${ALERT_EVENT_TYPES.join(', ')}`);
  if (typeof given !== 'string')
    return problems.add(path, `expects one of ${ALERT_EVENT_TYPES.join(', ')}, got ${show(given)}`);
  return (
    ALERT_EVENT_TYPES.find((type) => type === given) ?? problems.add(path, explainUnknownWord(given, ALERT_EVENT_TYPES))
  );
}

/** The thresholds that are given; those left out are no members of the answer. */
function readThresholds(
  rule: JsonObject,
  path: string,
  problems: Problems,
): Omit<NotificationRule, 'eventType' | 'enabled'> {
  const read = PERCENTAGES.map((key) => [key, readPercentage(member(rule, key), at(path, key), problems)] as const);
  const percentages: Percentages = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  const { thresholdPercentage, thresholdMinPercentage: min, thresholdMaxPercentage: max } = percentages;
  if (thresholdPercentage !== undefined && (min !== undefined || max !== undefined)) {
    problems.add(
      at(path, 'thresholdPercentage'),
      'is not combined with thresholdMinPercentage or thresholdMaxPercentage; use one style',
    );
  }
  if (min !== undefined && max !== undefined && max <= min) {
    problems.add(at(path, 'thresholdMaxPercentage'), `must be above thresholdMinPercentage, got ${min} and ${max}`);
  }
  const thresholdDirection = readDirection(
    member(rule, 'thresholdDirection'),
    at(path, 'thresholdDirection'),
    problems,
  );
  return { ...percentages, ...(thresholdDirection !== undefined && { thresholdDirection }) };
}

function readPercentage(given: unknown, path: string, problems: Problems): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'number') return problems.add(path, `expects a number, got ${show(given)}`);
  if (!Number.isFinite(given)) return problems.add(path, `expects a finite number, got ${show(given)}`);
  if (given < 0) return problems.add(path, `expects 0 or more, got ${given}; thresholdDirection says which way`);
  return given === 0 ? 0 : given; // -0 is 0
}

function readDirection(given: unknown, path: string, problems: Problems): ThresholdDirection | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'string')
    return problems.add(path, `expects one of ${THRESHOLD_DIRECTIONS.join(', ')}, got ${show(given)}`);
  return (
    THRESHOLD_DIRECTIONS.find((direction) => direction === given) ??
    problems.add(path, explainUnknownWord(given, THRESHOLD_DIRECTIONS))
  );
}
