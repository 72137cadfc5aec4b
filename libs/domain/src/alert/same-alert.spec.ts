import { criteriaNode } from '../criteria/criteria-node.js';
import type { AlertDraft } from './alert-draft.js';
import { isSameAlert } from './same-alert.js';

const cheap = (max: number) => criteriaNode([{ kind: 'range', field: 'price', min: null, max, allowNull: false }]);
const alert = (): AlertDraft => ({
  name: 'Flats',
  active: true,
  searchMode: 'classic',
  classicFilters: { hasGarden: true, price: { lte: 9 } },
  criteria: cheap(9),
  notificationConfig: { rules: [{ eventType: 'NEW_MATCH', enabled: true }] },
  destination: { channel: 'EMAIL', address: 'a@example.com' },
  signingKey: 'whsec_1',
});

it('is the same however often it is read, and in whatever order its filters are named', () => {
  expect(isSameAlert(alert(), alert())).toBe(true);
  expect(isSameAlert(alert(), { ...alert(), classicFilters: { price: { lte: 9 }, hasGarden: true } })).toBe(true);
});

it.each<[string, Partial<AlertDraft>]>([
  ['name', { name: 'Houses' }],
  ['state', { active: false }],
  ['mode', { searchMode: 'advanced' }],
  ['filters', { classicFilters: { hasGarden: true, price: { lte: 8 } } }],
  ['filters, none', { classicFilters: null }],
  ['criteria', { criteria: cheap(8) }],
  ['rules', { notificationConfig: { rules: [{ eventType: 'NEW_MATCH', enabled: false }] } }],
  ['rules, none', { notificationConfig: null }],
  ['address', { destination: { channel: 'EMAIL', address: 'b@example.com' } }],
  ['channel', { destination: { channel: 'WEBHOOK', address: 'a@example.com' } }],
  ['destination, none', { destination: null }],
  ['key', { signingKey: 'whsec_2' }],
])('differs by its %s', (_, part) => {
  expect(isSameAlert(alert(), { ...alert(), ...part })).toBe(false);
});
