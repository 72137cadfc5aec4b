import { generateApiKey, hashApiKey, isSameApiKey, parseApiKey } from './api-key.js';

// The checksum of this one was computed with Python's zlib.crc32.
const known = 'gbl_live_0123456789_abcdefghijklmnopqrstuvwxyzABCDEF';

describe('API keys', () => {
  it('have the documented shape and never repeat', () => {
    const keys = Array.from({ length: 500 }, generateApiKey);
    for (const { apiKey, keyId } of keys) {
      expect(apiKey).toMatch(/^gbl_live_[0-9A-Za-z]{10}_[0-9A-Za-z]{38}$/);
      expect(parseApiKey(apiKey)).toEqual({ keyId });
    }
    expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(500);
  });

  it('carry a CRC32 that others can compute', () => {
    expect(parseApiKey(`${known}000000`)).toBeUndefined();
    expect(parseApiKey(`${known}2ycD5N`)).toEqual({ keyId: '0123456789' });
  });

  it('are refused when any one character is wrong', () => {
    const { apiKey } = generateApiKey();
    for (let at = 0; at < apiKey.length; at++) {
      const other = apiKey[at] === 'x' ? 'y' : 'x';
      expect(parseApiKey(apiKey.slice(0, at) + other + apiKey.slice(at + 1))).toBeUndefined();
    }
  });

  it.each(['', 'gbl_live_', ' ', 'null', 'gbl_live_0123456789_short', `${known}`, `x${known}000000`])(
    'are refused when they are none: %j',
    (text) => {
      expect(parseApiKey(text)).toBeUndefined();
      expect(parseApiKey(`${generateApiKey().apiKey}${text}!`)).toBeUndefined();
    },
  );

  it('are found again by their hash, under the same pepper only', () => {
    const { apiKey } = generateApiKey();
    const stored = hashApiKey(apiKey, 'pepper');
    expect(stored).toHaveLength(32);
    expect(isSameApiKey(apiKey, 'pepper', stored)).toBe(true);
    expect(isSameApiKey(apiKey, 'other pepper', stored)).toBe(false);
    expect(isSameApiKey(generateApiKey().apiKey, 'pepper', stored)).toBe(false);
    expect(isSameApiKey(apiKey, 'pepper', stored.subarray(0, 31))).toBe(false);
  });
});
