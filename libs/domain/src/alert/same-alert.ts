import type { AlertDraft } from './alert-draft.js';

/**
 * Whether two drafts say the same in every field that an owner writes. Criteria and rules stand in their canonical
 * form; classic filters stand as they were given, their names in any order.
 */
export function isSameAlert(one: AlertDraft, other: AlertDraft): boolean {
  return Object.values(SAME).every((isSame) => isSame(one, other));
}

/** Every field has an entry: of one without, a change would be taken for none and not be kept. */
const SAME: { readonly [F in keyof AlertDraft]-?: (one: AlertDraft, other: AlertDraft) => boolean } = {
  name: (one, other) => one.name === other.name,
  active: (one, other) => one.active === other.active,
  searchMode: (one, other) => one.searchMode === other.searchMode,
  signingKey: (one, other) => one.signingKey === other.signingKey,
  destination: (one, other) =>
    one.destination?.channel === other.destination?.channel && one.destination?.address === other.destination?.address,
  notificationConfig: (one, other) => isSameText(one.notificationConfig, other.notificationConfig),
  classicFilters: (one, other) => isSameText(inOrder(one.classicFilters), inOrder(other.classicFilters)),
  criteria: (one, other) => isSameText(one.criteria, other.criteria),
};

function isSameText(one: object | null, other: object | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function inOrder(filters: AlertDraft['classicFilters']): object | null {
  return filters && Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
}
