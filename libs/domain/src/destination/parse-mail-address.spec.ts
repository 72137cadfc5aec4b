import { parseMailAddress } from './parse-mail-address.js';

const local64 = 'a'.repeat(64);

describe('a mail address', () => {
  it.each([
    ['a@example.com'],
    ['first.last+tag@sub.example.co.uk'],
    ["!#$%&'*+/=?^_`{|}~-@example.com"],
    [`${local64}@example.com`],
    ['a@1.example'],
    ['a@xn--bcher-kva.example'],
    ['A@example.com'],
    ['0@a.b'],
    ['a@EXAMPLE.com', 'a@example.com'],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@例え.jp', 'a@xn--r8jz45g.jp'],
  ])('%s is one', (text, kept = text) => expect(parseMailAddress(text)).toEqual({ ok: true, address: kept }));

  it.each([
    '',
    ' ',
    '@',
    'a',
    'a@',
    '@example.com',
    'a@b@example.com',
    'a@example',
    'a@localhost',
    'a@.example.com',
    'a@example..com',
    'a@example.com.',
    'a@-x.example',
    'a@x-.example',
    'a@x_y.example',
    'a@example.c_m',
    'a@1.2.3.4',
    'a@127.1',
    'a@0x7f.1',
    'a@[127.0.0.1]',
    'a@[IPv6:::1]',
    'a@example.123',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    '"a"@example.com',
    '"a b"@example.com',
    '"a\\"b"@example.com',
    '"a@b"@example.com',
    'a(comment)@example.com',
    'a@(x)example.com',
    'a@example.com(x)',
    'A <a@example.com>',
    '<a@example.com>',
    'u@a.example <e@b.example>',
    'a@example.com,b@example.com',
    'a@example.com, b@example.com',
    'a@example.com;b@example.com',
    'group:a@example.com;',
    'u@a.example\r\nBcc: e@b.example',
    'a@example.com\n',
    '\na@example.com',
    'a@exa\tmple.com',
    'a @example.com',
    'a@ example.com',
    ' a@example.com',
    'a@example.com ',
    'a\u0000@example.com',
    'a@example.com\u0000',
    'a@exam\u200bple.com',
    'ä@example.com',
    'a@example.com/x',
    'a@example.com:25',
    'a@user@example.com',
    'a@example.com?x',
    'a@example.com#x',
    'a@%65xample.com',
    'a@example。com',
    'mailto:a@example.com',
    'a@example.com%0d',
    `${local64}a@example.com`,
    `a@${'a'.repeat(64)}.example`,
    `a@${'abcdefg.'.repeat(32)}example`,
    `${local64}@${`${'b'.repeat(60)}.`.repeat(3)}example`,
    '\ud800@example.com',
    'a\\@example.com',
    'a@b;c.example',
    'a@ⅷ。example',
  ])('%j is none', (text) =>
    expect(parseMailAddress(text)).toEqual({ ok: false, refusal: expect.stringMatching(/\w/) as string }),
  );

  it('says what is wrong', () => {
    const refusal = (text: string) => (parseMailAddress(text) as { refusal: string }).refusal;
    expect(refusal('A <a@example.com>')).toBe('expects the bare address, without a name or angle brackets');
    expect(refusal('a@example.com,b@example.com')).toBe('expects exactly one address');
    expect(refusal('a@localhost')).toBe('expects a domain such as example.com after the @');
    expect(refusal(`${local64}a@example.com`)).toBe('has 65 characters before the @; at most 64 are allowed');
  });
});
