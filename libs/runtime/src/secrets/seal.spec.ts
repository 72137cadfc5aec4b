import { randomBytes } from 'node:crypto';
import { SealBroken, Sealer } from './seal.js';

const PLACE = { table: 'alert', column: 'signing_key', rowId: '0199a1b2-0000-7000-8000-000000000001' };
const sealer = new Sealer(randomBytes(32).toString('base64'));

it('opens what it sealed, for the place it was sealed for', () => {
  for (const text of ['', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'Ünïcode ⚿'.repeat(1_000)])
    expect(sealer.open(sealer.seal(text, PLACE), PLACE)).toBe(text);
});

it('hides the text and seals it differently every time', () => {
  const [one, other] = [sealer.seal('whsec_secret', PLACE), sealer.seal('whsec_secret', PLACE)];
  expect(one.equals(other)).toBe(false);
  expect(one.includes('secret')).toBe(false);
});

it.each([
  ['another row', { ...PLACE, rowId: '0199a1b2-0000-7000-8000-000000000002' }],
  ['another column', { ...PLACE, column: 'previous_signing_key' }],
  ['another table', { ...PLACE, table: 'alert_draft' }],
  ['a place that reads alike', { ...PLACE, table: 'alertsigning', column: '_key' }],
])('does not open in %s', (_, place) => {
  expect(() => sealer.open(sealer.seal('x', PLACE), place)).toThrow(SealBroken);
});

it('does not open when a single bit was changed, or bytes are missing', () => {
  const sealed = sealer.seal('whsec_secret', PLACE);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(() => sealer.open(changed, PLACE)).toThrow(SealBroken);
  }
  for (const bytes of [0, 1, 28, sealed.length - 1])
    expect(() => sealer.open(sealed.subarray(0, bytes), PLACE)).toThrow(SealBroken);
});

it('does not open with another key, and takes no key of another length', () => {
  const other = new Sealer(randomBytes(32).toString('base64'));
  expect(() => other.open(sealer.seal('x', PLACE), PLACE)).toThrow(/alert\.signing_key of 0199a1b2/);
  expect(() => new Sealer(randomBytes(16).toString('base64'))).toThrow(/32 bytes/);
});
