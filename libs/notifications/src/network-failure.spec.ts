import { networkFailure } from './network-failure.js';

const error = (code: string | undefined, name = 'Error'): Error =>
  Object.assign(new Error('secret text of the other side'), { code, name });

describe('networkFailure', () => {
  it.each([
    ['ETIMEDOUT', 'TIMEOUT'],
    ['UND_ERR_CONNECT_TIMEOUT', 'TIMEOUT'],
    ['ECONNREFUSED', 'CONNECTION_REFUSED'],
    ['ECONNRESET', 'CONNECTION_RESET'],
    ['UND_ERR_SOCKET', 'CONNECTION_RESET'],
    ['EHOSTUNREACH', 'UNREACHABLE'],
    ['ENOTFOUND', 'UNKNOWN_HOST'],
    ['EAI_AGAIN', 'UNKNOWN_HOST'],
    ['ESERVFAIL', 'UNKNOWN_HOST'],
    ['CERT_HAS_EXPIRED', 'TLS_FAILED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS_FAILED'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS_FAILED'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'TLS_FAILED'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'TLS_FAILED'],
    ['EPROTO', 'TLS_FAILED'],
    ['UND_ERR_HEADERS_OVERFLOW', 'MALFORMED_RESPONSE'],
    ['UND_ERR_DESTROYED', 'ABORTED'],
    ['ESOMETHINGELSE', 'CONNECTION_FAILED'],
    [undefined, 'CONNECTION_FAILED'],
    ['constructor', 'CONNECTION_FAILED'],
  ])('calls %s %s', (code, failure) => expect(networkFailure(error(code))).toBe(failure));

  it('of several addresses tried in vain tells the first', () => {
    expect(networkFailure(new AggregateError([error('ECONNREFUSED'), error('ENETUNREACH')]))).toBe(
      'CONNECTION_REFUSED',
    );
  });

  it.each([null, undefined, 'text', new AggregateError([])])('makes something of %p', (thrown) =>
    expect(networkFailure(thrown)).toBe('CONNECTION_FAILED'),
  );

  it('knows what is not HTTP by its name', () =>
    expect(networkFailure(error(undefined, 'HTTPParserError'))).toBe('MALFORMED_RESPONSE'));
});
