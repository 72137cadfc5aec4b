import type { Schema } from '../../client/api.js';
import type { CriteriaNode } from '../../criteria/node-path.js';

export type Alert = Schema<'Alert'>;
export type EventType = Schema<'AlertEventType'>;
export type Rule = Omit<Schema<'NotificationRule'>, 'enabled'> & { enabled?: boolean | null };
export type DestinationKind = 'none' | 'webhook' | 'email';

/** In the order in which they are offered. One that the interface knows and is not here does not compile. */
export const EVENT_TYPES = Object.keys({
  NEW_MATCH: true,
  ADDITIONAL_LISTING: true,
  PRICE_CHANGED: true,
  ANY_ATTRIBUTE_CHANGED: true,
  OUT_OF_CRITERIA: true,
  BACK_IN_CRITERIA: true,
  LISTING_EXPIRED: true,
  LISTING_REACTIVATED: true,
} satisfies Record<EventType, true>) as EventType[];

/** An alert as its form edits it. */
export interface AlertDraft {
  readonly name: string;
  readonly criteria: CriteriaNode;
  readonly rules: readonly Rule[];
  readonly destination: DestinationKind;
  readonly webhookUrl: string;
  readonly email: string;
}

/** What a new alert begins with: as the interface does, only new matches are notified. */
export function newDraft(criteria: CriteriaNode): AlertDraft {
  return {
    name: '',
    criteria,
    rules: [{ eventType: 'NEW_MATCH', enabled: true }],
    destination: 'none',
    webhookUrl: '',
    email: '',
  };
}

export function draftOf(alert: Alert): AlertDraft {
  return {
    name: alert.name,
    criteria: alert.criteria ?? {},
    rules: alert.notificationConfig?.rules ?? newDraft({}).rules,
    destination: alert.destinationWebhookUrl !== null ? 'webhook' : alert.destinationEmail !== null ? 'email' : 'none',
    webhookUrl: alert.destinationWebhookUrl ?? '',
    email: alert.destinationEmail ?? '',
  };
}

const PROPOSED_LENGTH = 100;

/** A name for an alert that has none yet: what it looks for, cut between two words where it is long. */
export function proposedName(sentence: string): string {
  const text = asTitle(sentence);
  const characters = [...text];
  if (characters.length <= PROPOSED_LENGTH) return text;
  const head = characters.slice(0, PROPOSED_LENGTH - 1).join('');
  return `${/\s/.test(head) ? head.replace(/[\s,;:]+\S*$/, '') : head}…`;
}

/** Whether a name is the whole sentence: it then need not stand below once more. */
export function saysAll(name: string, sentence: string | undefined): boolean {
  return sentence !== undefined && asTitle(name) === asTitle(sentence);
}

function asTitle(sentence: string): string {
  const [first = '', ...rest] = sentence.trim().replace(/\.$/, '');
  return first.toLocaleUpperCase() + rest.join('');
}

/** The body of a new alert. */
export function bodyOf(draft: AlertDraft) {
  return {
    name: draft.name.trim(),
    searchMode: 'advanced' as const,
    criteria: draft.criteria,
    notificationConfig: { rules: draft.rules.map((rule) => ({ ...rule, enabled: rule.enabled ?? true })) },
    destinationWebhookUrl: draft.destination === 'webhook' ? draft.webhookUrl.trim() : null,
    destinationEmail: draft.destination === 'email' ? draft.email.trim() : null,
  };
}

/** The fields that differ from the alert as it stands. A classic alert stays classic unless its criteria are edited. */
export function changeOf(alert: Alert, draft: AlertDraft): Partial<ReturnType<typeof bodyOf>> {
  const before = bodyOf(draftOf(alert));
  const { searchMode, ...after } = bodyOf(draft);
  const change = Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof typeof after]),
    ),
  );
  return { ...change, ...('criteria' in change && { searchMode }) };
}

/** Sets, changes or removes the rule of an event type. */
export function withRule(rules: readonly Rule[], eventType: EventType, rule: Rule | null): Rule[] {
  const others = rules.filter((each) => each.eventType !== eventType);
  const next = rule === null ? others : [...others, rule];
  return next.sort((one, other) => EVENT_TYPES.indexOf(one.eventType) - EVENT_TYPES.indexOf(other.eventType));
}
