import { readRetryAfter } from './retry-after.js';

const now = new Date('2026-11-21T12:00:00Z');

describe('readRetryAfter', () => {
  it.each<[string | string[] | undefined, number | undefined]>([
    ['120', 120_000],
    ['0', 0],
    [' 5 ', 5_000],
    [['30', '60'], 30_000],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Saturday, 21-Nov-26 12:01:00 GMT', 60_000],
    ['Sat Nov 21 12:01:00 2026', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['12 May', undefined],
    ['2026-11-21T13:00:00Z', undefined],
    ['9999999999', 9_999_999_999_000],
    ['9'.repeat(40), 1e43],
    ['9'.repeat(400), Number.MAX_VALUE],
    ['0'.repeat(40), 0],
    ['Sat, 99 Nov 2026 12:01:00 GMT', undefined],
  ])('reads %j as %p ms', (header, expected) => expect(readRetryAfter(header, now)).toBe(expected));
});
