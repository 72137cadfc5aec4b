import fc from 'fast-check';
import { openCursor, sealCursor, type CursorState } from './cursor.js';

const secret = Buffer.alloc(32, 7);
const owner = { accountId: '0198d2f6-d800-76a4-8c59-0936bc33f7df', filters: 'mZ4bE1x0n3kq2S7uV9yAaw' };
const state: CursorState = {
  position: { key: 1732195623123, id: '0198d2c9-c180-7086-8e9a-839efeb070d9' },
  seenUntil: 1732195700001,
  total: 123_456,
  totalIsExact: true,
  served: 40,
};

describe('sealCursor and openCursor', () => {
  it('carry the state unchanged, whatever the key', () => {
    fc.assert(
      fc.property(
        fc.option(
          fc.double({ noNaN: true, noDefaultInfinity: true }).filter((key) => !Object.is(key, -0)),
          { nil: null },
        ),
        fc.option(fc.uuid(), { nil: null }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        (key, id, seenUntil, total, served, totalIsExact) => {
          const sealed = { position: id === null ? null : { key, id }, seenUntil, total, totalIsExact, served };
          expect(openCursor(sealCursor(sealed, owner, secret), owner, secret)).toEqual(sealed);
        },
      ),
    );
  });

  it('refuse a token of another account, of other filters or of another secret', () => {
    const token = sealCursor(state, owner, secret);
    expect(openCursor(token, { ...owner, accountId: 'somebody else' }, secret)).toBeNull();
    expect(openCursor(token, { ...owner, filters: 'others' }, secret)).toBeNull();
    expect(openCursor(token, owner, Buffer.alloc(32, 8))).toBeNull();
  });

  it('refuse a token with any one character changed, removed or added', () => {
    const token = sealCursor(state, owner, secret);
    for (let at = 0; at < token.length; at += 1) {
      for (const other of ['A', 'B', '-', '.', ' ', '=', '\u0000']) {
        if (token[at] !== other)
          expect(openCursor(token.slice(0, at) + other + token.slice(at + 1), owner, secret)).toBeNull();
      }
      expect(openCursor(token.slice(0, at) + token.slice(at + 1), owner, secret)).toBeNull();
      expect(openCursor(`${token.slice(0, at)}A${token.slice(at)}`, owner, secret)).toBeNull();
    }
    expect(openCursor(`${token}=`, owner, secret)).toBeNull();
  });

  it('refuse what was never a token', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(openCursor(text, owner, secret)).toBeNull();
      }),
    );
    expect(openCursor('x'.repeat(1_000_000), owner, secret)).toBeNull();
  });

  it('make a token that fits into a header and a URL as it is', () => {
    expect(sealCursor(state, owner, secret)).toMatch(/^[\w.-]{100,400}$/);
  });
});
