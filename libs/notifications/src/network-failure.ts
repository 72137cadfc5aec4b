import type { FailureCode } from './failures.js';

/** The stable code of an error of Node's network, its TLS, its resolver, or of undici. Pure. */
export function networkFailure(error: unknown): FailureCode {
  // The one error of undici without a code: what came is not HTTP.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'MALFORMED_RESPONSE';
  const code = codeOf(error);
  if (code === undefined) return 'CONNECTION_FAILED';
  return CODES.get(code) ?? PREFIXES.find(([prefix]) => prefix.test(code))?.[1] ?? 'CONNECTION_FAILED';
}

/** Of several addresses tried in vain, the first one's. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

const CODES: ReadonlyMap<string, FailureCode> = new Map(
  Object.entries({
    UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT',
    UND_ERR_HEADERS_TIMEOUT: 'TIMEOUT',
    UND_ERR_BODY_TIMEOUT: 'TIMEOUT',
    ETIMEDOUT: 'TIMEOUT',
    UND_ERR_SOCKET: 'CONNECTION_RESET',
    ECONNRESET: 'CONNECTION_RESET',
    EPIPE: 'CONNECTION_RESET',
    ECONNABORTED: 'CONNECTION_RESET',
    UND_ERR_HEADERS_OVERFLOW: 'MALFORMED_RESPONSE',
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'MALFORMED_RESPONSE',
    UND_ERR_DESTROYED: 'ABORTED',
    UND_ERR_CLOSED: 'ABORTED',
    ECONNREFUSED: 'CONNECTION_REFUSED',
    EHOSTUNREACH: 'UNREACHABLE',
    ENETUNREACH: 'UNREACHABLE',
    EADDRNOTAVAIL: 'UNREACHABLE',
    ENOTFOUND: 'UNKNOWN_HOST',
    ENODATA: 'UNKNOWN_HOST',
    ESERVFAIL: 'UNKNOWN_HOST',
    EREFUSED: 'UNKNOWN_HOST',
    ETIMEOUT: 'UNKNOWN_HOST',
    EBADNAME: 'UNKNOWN_HOST',
    EBADRESP: 'UNKNOWN_HOST',
    EPROTO: 'TLS_FAILED',
    HOSTNAME_MISMATCH: 'TLS_FAILED',
  } as const),
);

/** Families of codes: resolver, OpenSSL and certificates. */
const PREFIXES: readonly (readonly [RegExp, FailureCode])[] = [
  [/^EAI_/, 'UNKNOWN_HOST'],
  [/^ERR_(?:TLS|SSL|OSSL)_/, 'TLS_FAILED'],
  [/^(?:CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_)/, 'TLS_FAILED'],
];
