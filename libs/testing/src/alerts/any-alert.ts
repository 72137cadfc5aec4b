import type { AlertDraft } from '@gable/domain/alert';

/** An alert on everything that tells nobody, for specs to which it does not matter what it asks for. */
export const ANY_ALERT: AlertDraft = {
  name: 'Any',
  active: true,
  searchMode: 'advanced',
  classicFilters: null,
  criteria: { operator: 'AND', conditions: [], children: [] },
  notificationConfig: null,
  destination: null,
  signingKey: 'whsec_c2lnbmluZyBrZXkgb2YgdGhlIHNwZWM=',
};
