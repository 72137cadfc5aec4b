import fc from 'fast-check';
import { readUrl } from '../values/read-url.js';
import { address, PLAIN_ADDRESS, type Notes } from './feed-readers.js';

const accepts = (text: string): boolean => {
  const notes: Notes = { violations: [], unknownFields: [] };
  return address(text, 'url', notes) === text && notes.violations.length === 0;
};

describe('PLAIN_ADDRESS', () => {
  it('takes nothing that is no URL', () => {
    // Letters of hosts that are numbers, Punycode or nothing, and whatever may stand behind.
    const host = fc.string({ unit: fc.constantFrom(...'ax0n-.19f'), maxLength: 14 });
    const rest = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
    const scheme = fc.constantFrom('http://', 'HTTPS://', 'https:/');
    fc.assert(
      fc.property(scheme, host, fc.constantFrom('', '/', '?', '#', ':', '@'), rest, (before, name, sign, after) => {
        const text = before + name + sign + after;
        if (PLAIN_ADDRESS.test(text)) expect([text, readUrl(text)]).not.toEqual([text, undefined]);
      }),
      { numRuns: 20_000 },
    );
  });

  it('takes what portals write', () => {
    for (const text of [
      'https://img.agence-paris.fr/p/1.jpg?w=200&h=%20#a',
      'HTTP://A.FR',
      'http://x.y/~é'.slice(0, 11),
    ])
      expect([text, PLAIN_ADDRESS.test(text), accepts(text)]).toEqual([text, true, true]);
  });

  it.each(['http://1.2.3.4/', 'https://localhost:8080/a', 'https://bücher.example/straße', 'http://[::1]/'])(
    'leaves %s to the reader of URLs, which takes it',
    (text) => expect([PLAIN_ADDRESS.test(text), accepts(text)]).toEqual([false, true]),
  );

  it.each(['http://1.2.3.999/', 'http://a.0x/', 'http://a b.fr/', 'ftp://a.fr/'])(
    'leaves %s to the reader of URLs, which refuses it',
    (text) => expect([PLAIN_ADDRESS.test(text), accepts(text)]).toEqual([false, false]),
  );

  // Node 20 refuses this name, Node 24 takes it: only the reader of URLs may decide.
  it('leaves an encoded name to the reader of URLs', () => expect(PLAIN_ADDRESS.test('http://xn--a.fr/')).toBe(false));
});
