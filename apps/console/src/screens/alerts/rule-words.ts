import type { Formats } from '../../texts/formats.js';
import type { Rule } from './alert-draft.js';
import type { EventWords } from './event-texts.js';

/** A rule in words: what is notified, and from which threshold on. */
export function sayRule(rule: Rule, t: EventWords, formats: Formats): string {
  const name = t.types[rule.eventType];
  if (rule.eventType !== 'PRICE_CHANGED') return name;
  const percent = (value: number) => formats.percent(value / 100);
  const { thresholdPercentage: least, thresholdMinPercentage: min, thresholdMaxPercentage: max } = rule;
  const bounds = [
    ...(least ? [t.atLeast(percent(least))] : []),
    ...(min ? [t.atLeast(percent(min))] : []),
    ...(max != null ? [t.atMost(percent(max))] : []),
  ];
  const way = rule.thresholdDirection == null ? t.either : t.directions[rule.thresholdDirection];
  return bounds.length === 0 && rule.thresholdDirection == null
    ? name
    : formats.says(name, [way, ...bounds].join(', '));
}
