import { rounds } from '@gable/testing';
import fc from 'fast-check';
import { redact } from './redact.js';
import { redactJson } from './redact-json.js';
import { redactText } from './redact-text.js';

const alphanumeric = (minLength: number, maxLength = minLength) =>
  fc.string({
    unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
    minLength,
    maxLength,
  });
const token = fc
  .uint8Array({ minLength: 16, maxLength: 30 })
  .map((bytes) => `Zq${Buffer.from(bytes).toString('base64url')}`);

/** A text that holds a secret, and the part of it that nobody may read. */
const holdsSecret: fc.Arbitrary<{ text: string; secret: string }> = fc.oneof(
  fc.tuple(alphanumeric(10), alphanumeric(38)).map(([id, secret]) => ({ text: `gbl_live_${id}_${secret}`, secret })),
  fc
    .base64String({ minLength: 24, maxLength: 64 })
    .map((key) => ({ text: `whsec_${key}`, secret: key.replace(/=+$/, '') })),
  fc.tuple(fc.constantFrom('/c/', '/u/', '%2Fu%2F'), token).map(([path, secret]) => ({ text: path + secret, secret })),
  fc
    .tuple(
      fc.constantFrom('http', 'https', 'HTTPS'),
      fc.webAuthority({ withPort: true }),
      fc.constantFrom('/', '/hooks/', '?key=', '/a?b[]=', '#'),
      token,
    )
    .map(([scheme, host, path, secret]) => ({ text: `${scheme}://${host}${path}${secret}`, secret })),
  fc
    .tuple(fc.constantFrom('postgres', 'smtps', 'https', 'redis'), token, fc.domain())
    .map(([scheme, secret, host]) => ({ text: `${scheme}://user:${secret}@${host}:1234/name`, secret })),
  fc
    .tuple(fc.emailAddress(), alphanumeric(12))
    .map(([mail, name]) => ({ text: `${name}.${mail}`, secret: `${name}.` + mail.slice(0, mail.indexOf('@')) })),
  token.map((secret) => ({ text: `Authorization: Bearer ${secret}`, secret })),
  token.map((secret) => ({ text: JSON.stringify({ signingKey: secret }), secret })),
  token.map((secret) => ({ text: JSON.stringify(JSON.stringify({ password: secret })), secret })),
);

const around = fc.constantFrom('', ' ', '\n', '"', '(', ' failed: ', '\u0007', '<', '\\ ', 'é ', '{"a":1} ');

describe('redact', () => {
  it('takes a secret out of a text, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(around, holdsSecret), { minLength: 1, maxLength: 4 }), around, (parts, end) => {
        const redacted = redact(parts.map(([before, { text }]) => before + text).join(' ') + end);
        for (const [, { secret }] of parts) expect(redacted).not.toContain(secret);
      }),
      { numRuns: rounds(1_000, 3_000) },
    );
  });

  it('takes it out of a line of JSON, which stays one with the same members', () => {
    const value = fc.oneof(
      holdsSecret.map(({ text }) => text),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(holdsSecret, fc.dictionary(fc.string(), value), around, ({ text, secret }, more, before) => {
        const line = redact(JSON.stringify({ more, msg: before + text, deep: { list: [1, { [text]: text }] } }));
        expect(line).not.toContain(secret);
        expect(Object.keys(JSON.parse(line) as object)).toEqual(['more', 'msg', 'deep']);
      }),
      { numRuns: rounds(700, 2_000) },
    );
  });

  it('changes nothing the second time', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.oneof(
            around,
            holdsSecret.map((each) => each.text),
          ),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (each) => {
        expect(redactText(redactText(each))).toBe(redactText(each));
        const line = redactJson(JSON.stringify({ each, nested: JSON.stringify({ each }) }));
        expect(redactJson(line)).toBe(line);
      }),
      { numRuns: rounds(1_300, 4_000) },
    );
  });

  it.each([
    'at Object.<anonymous> (/srv/gable/node_modules/@nestjs/core/router.js:12:3)',
    'at file:///srv/u/apps/api/dist/main.js:4:11',
    'typeorm@0.3.27 and @gable/domain, 3 @ 4, a@b, C:/c/x',
    'the API listens at http://127.0.0.1:3000',
    'postgres://gable@[::1]:5432 is another matter; basic information, bearer of news',
    'price 12345678901234567890 ://  :// whsec_ gbl_live_short_x /u/ /c/short',
  ])('leaves alone what is no secret: %s', (text) => {
    expect(redact(text).replace('[redacted]@[::1]', 'gable@[::1]')).toBe(text);
    expect(JSON.parse(redact(JSON.stringify({ text })))).toEqual(JSON.parse(redactJson(JSON.stringify({ text }))));
  });

  it('leaves the digits of numbers alone, and hides whatever stands under the name of a secret', () => {
    expect(redact('{"n":12345678901234567890, "x":-0.10,"token" : 12,"cookie":["a",{"b":"c"},3],"left":"c"}')).toBe(
      '{"n":12345678901234567890, "x":-0.10,"token" : "[redacted]","cookie":["[redacted]",{"b":"[redacted]"},"[redacted]"],"left":"c"}',
    );
  });

  it('looks at each character a bounded number of times, in the shapes that are worst', () => {
    const pieces = fc.constantFrom(
      ...['a', 'aaaa', '@', '://', 'http://', 'x://', '/u/', '/c/', '.', ':', '"', '\\', '\\"', 'whsec_', '=', '?'],
      ...[
        'gbl_live_',
        'gbl_live_0123456789_',
        '"password":"',
        'authorization: bearer ',
        ' ',
        '[',
        '/',
        'é',
        '%2f',
        '-',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 6 }), fc.string({ maxLength: 20 }), (parts, tail) => {
        const unit = parts.join('');
        const steps = { count: 0 };
        const text = unit.repeat(Math.ceil(20_000 / unit.length)) + tail;
        redactText(text, steps);
        expect(steps.count).toBeLessThan(text.length * STEPS_PER_CHARACTER);
        const ofJson = { count: 0 };
        const line = JSON.stringify({ text });
        redactJson(line, ofJson);
        expect(ofJson.count).toBeLessThan(line.length * (STEPS_PER_CHARACTER + 1));
      }),
      { numRuns: rounds(400, 1_500) },
    );
  });

  it('reads ten megabytes of one word', () => {
    for (const unit of ['a', 'a.', 'http://a', '"'])
      expect(redact(unit.repeat(1e7 / unit.length)).length).toBeGreaterThan(0);
    expect(redact(JSON.stringify({ msg: '\n"'.repeat(2e6) })).length).toBeGreaterThan(1e6);
  });
});

/** At worst a look ahead for a password of 256 characters at each `://`; every other run is read once. */
const STEPS_PER_CHARACTER = 80;
