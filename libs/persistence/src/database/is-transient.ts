import { isNativeError } from 'node:util/types';

/**
 * SQLSTATEs after which the same statement may succeed (PostgreSQL documentation, appendix A): a lost connection, no
 * room, a conflict with another transaction, a statement cut off, a server that is shutting down or does not take
 * writes yet.
 */
const TRANSIENT_SQLSTATES = /^(?:08...|53...|57014|57P0[1-5]|40001|40P01|25006)$/;

const TRANSIENT_NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);

/** pg and TypeORM report these without a code. */
const LOST_CONNECTION = new RegExp(
  `^(?:${[
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error',
    'Query runner already released',
  ].join('|')})`,
);

/** SQLSTATE */
const QUERY_CANCELED = '57014';

/** Whether the server stopped the statement, as it does when `statement_timeout` has passed. */
export function wasCutOff(error: unknown): boolean {
  return isNativeError(error) && (error as { code?: unknown }).code === QUERY_CANCELED;
}

/**
 * Whether the database failed in a way that passes: the same statement may succeed later, and nothing of ours is wrong.
 */
export function isTransient(error: unknown): error is Error {
  if (!isNativeError(error)) return false;
  const { code } = error as { code?: unknown };
  const isKnown = typeof code === 'string' && (TRANSIENT_NETWORK_CODES.has(code) || TRANSIENT_SQLSTATES.test(code));
  return isKnown || LOST_CONNECTION.test(error.message);
}
