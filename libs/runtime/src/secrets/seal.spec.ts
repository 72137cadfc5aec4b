import { createCipheriv, randomBytes } from 'node:crypto';
import { KeyRing, ringKeyOf } from './key-ring.js';
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
  for (const bytes of [0, 1, 5, 32, sealed.length - 1])
    expect(() => sealer.open(sealed.subarray(0, bytes), PLACE)).toThrow(SealBroken);
});

it('does not open with another key, and takes no key of another length', () => {
  const other = new Sealer(randomBytes(32).toString('base64'));
  expect(() => other.open(sealer.seal('x', PLACE), PLACE)).toThrow(/alert\.signing_key of 0199a1b2/);
  expect(() => new Sealer(randomBytes(16).toString('base64'))).toThrow(/32 bytes/);
});

describe('a ring', () => {
  const keys = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64')) as [string, string];
  const [older, newer] = [new Sealer(keys[0]), new Sealer(new KeyRing([keys[1], keys[0]]))];

  it('opens what any of its keys sealed, and seals with the first, whose id what is sealed names', () => {
    expect(newer.open(older.seal('before', PLACE), PLACE)).toBe('before');
    const sealed = newer.seal('now', PLACE);
    expect(sealed.subarray(0, 5)).toEqual(newer.prefix);
    expect(sealed.toString('hex', 1, 5)).toBe(ringKeyOf(keys[1]).id);
    expect(() => older.open(sealed, PLACE)).toThrow(SealBroken);
    expect(() => newer.open(newer.seal('now', PLACE), { ...PLACE, rowId: 'another' })).toThrow(SealBroken);
  });

  it('opens what was sealed before keys had ids', () => {
    const [nonce, cipherKey] = [randomBytes(12), Buffer.from(keys[0], 'base64')];
    const place = Buffer.from(JSON.stringify([PLACE.table, PLACE.column, PLACE.rowId]));
    const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce).setAAD(place);
    const encrypted = Buffer.concat([cipher.update('of before', 'utf8'), cipher.final()]);
    const sealed = Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), encrypted]);
    expect(newer.open(sealed, PLACE)).toBe('of before');
    expect(() => newer.open(sealed, { ...PLACE, column: 'previous_signing_key' })).toThrow(SealBroken);
    expect(() => new Sealer(keys[1]).open(sealed, PLACE)).toThrow(SealBroken);
  });
});
