import { bodyOf, changeOf, draftOf, newDraft, proposedName, saysAll, withRule, type Alert } from './alert-draft.js';

const alert = {
  name: 'Flats',
  criteria: { price: { max: 1 } },
  notificationConfig: { rules: [{ eventType: 'NEW_MATCH', enabled: true }] },
  destinationWebhookUrl: 'https://a.example/',
  destinationEmail: null,
} as unknown as Alert;

it('sends of a changed alert only what was changed, so that a classic one stays classic', () => {
  expect(changeOf(alert, draftOf(alert))).toEqual({});
  expect(changeOf(alert, { ...draftOf(alert), name: 'Houses' })).toEqual({ name: 'Houses' });
  expect(changeOf(alert, { ...draftOf(alert), criteria: {} })).toEqual({ criteria: {}, searchMode: 'advanced' });
});

it('replaces a webhook by an address, and clears what is not chosen', () => {
  expect(changeOf(alert, { ...draftOf(alert), destination: 'email', email: ' a@b.example ' })).toEqual({
    destinationWebhookUrl: null,
    destinationEmail: 'a@b.example',
  });
  expect(bodyOf({ ...newDraft({}), webhookUrl: 'https://left.over/' })).toMatchObject({ destinationWebhookUrl: null });
});

it('keeps one rule for each kind of event, in their order', () => {
  const rules = withRule(newDraft({}).rules, 'PRICE_CHANGED', { eventType: 'PRICE_CHANGED', thresholdPercentage: 5 });
  expect(rules.map(({ eventType }) => eventType)).toEqual(['NEW_MATCH', 'PRICE_CHANGED']);
  expect(withRule(rules, 'PRICE_CHANGED', { eventType: 'PRICE_CHANGED' })[1]).toEqual({ eventType: 'PRICE_CHANGED' });
  expect(withRule(rules, 'NEW_MATCH', null).map(({ eventType }) => eventType)).toEqual(['PRICE_CHANGED']);
});

it('proposes what an alert looks for as its name, whole words of at most 100 characters', () => {
  expect(proposedName('flats for sale in Lyon.')).toBe('Flats for sale in Lyon');
  const long = proposedName(`Flats for sale in ${'Villeurbanne, '.repeat(20)}`);
  expect(long).toMatch(/^Flats for sale in (Villeurbanne, )+Villeurbanne…$/);
  expect(long.length).toBeLessThanOrEqual(100);
  expect([...proposedName('𝔊'.repeat(300))].length).toBe(100);
  expect(saysAll('Flats for sale in Lyon', 'flats for sale in Lyon.')).toBe(true);
  expect(saysAll(long, `flats for sale in ${'Villeurbanne, '.repeat(20)}`)).toBe(false);
});
