import type { AlertDraft } from './alert-draft.js';

/**
 * Whether two drafts say the same in every field that an owner writes. Criteria and rules stand in their canonical
 * form; classic filters stand as they were given, their names in any order.
 */
export function isSameAlert(one: AlertDraft, other: AlertDraft): boolean {
  return (
    one.name === other.name &&
    one.active === other.active &&
    one.searchMode === other.searchMode &&
    one.signingKey === other.signingKey &&
    one.destination?.channel === other.destination?.channel &&
    one.destination?.address === other.destination?.address &&
    isSameText(one.notificationConfig, other.notificationConfig) &&
    isSameText(inOrder(one.classicFilters), inOrder(other.classicFilters)) &&
    isSameText(one.criteria, other.criteria)
  );
}

function isSameText(one: object | null, other: object | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function inOrder(filters: AlertDraft['classicFilters']): object | null {
  return filters && Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
}
