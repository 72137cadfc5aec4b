import { isTransient, wasCutOff } from './is-transient.js';

const failure = (code: string | undefined, message = 'it failed'): Error => Object.assign(new Error(message), { code });

describe('isTransient', () => {
  it.each([
    ['08000', 'connection exception'],
    ['08003', 'connection does not exist'],
    ['08006', 'connection failure'],
    ['25006', 'read-only transaction: a standby, or a server that is being switched over'],
    ['40001', 'serialization failure'],
    ['40P01', 'deadlock detected'],
    ['53100', 'disk full'],
    ['53200', 'out of memory'],
    ['53300', 'too many connections'],
    ['57014', 'query cancelled, as by statement_timeout'],
    ['57P01', 'admin shutdown'],
    ['57P02', 'crash shutdown'],
    ['57P03', 'cannot connect now'],
    ['57P04', 'database dropped'],
    ['57P05', 'idle session timeout'],
    ['ECONNREFUSED', 'nobody listens'],
    ['ECONNRESET', 'the other side hung up'],
    ['ETIMEDOUT', 'no answer'],
    ['EPIPE', 'the other side is gone'],
    ['ENOTFOUND', 'the name is not known'],
    ['EHOSTUNREACH', 'no route'],
    ['EAI_AGAIN', 'the name server does not answer'],
  ])('says yes to %s (%s)', (code, _) => {
    expect(isTransient(failure(code))).toBe(true);
  });

  it.each([
    ['22003', 'numeric value out of range'],
    ['23505', 'unique violation'],
    ['42703', 'undefined column'],
    ['42P01', 'undefined table'],
    ['57000', 'operator intervention in general'],
    ['XX000', 'internal error'],
    ['ENOENT', 'a file is not there'],
    [undefined, 'no code'],
  ])('says no to %s (%s)', (code, _) => {
    expect(isTransient(failure(code))).toBe(false);
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Query runner already released. Cannot run queries anymore.',
  ])('knows the words of the driver: %s', (message) => {
    expect(isTransient(failure(undefined, message))).toBe(true);
  });

  it('says no to what is no error', () => {
    expect([isTransient('57P01'), isTransient({ code: '57P01' }), isTransient(undefined)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

it.each([
  ['57014', true],
  ['57P01', false],
])('SQLSTATE %s says that the server stopped the statement: %s', (code, isSo) => {
  expect(wasCutOff(failure(code))).toBe(isSo);
});
