import { SearchUnavailable } from '@gable/search';

/** SQLSTATE classes and codes after which the same statement may succeed (PostgreSQL documentation, appendix A). */
const PASSING = /^(08...|53...|57014|57P0[1-5]|40001|40P01|25006)$/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN']);
/** pg reports these without a code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Turns time-outs and lost connections into `SearchUnavailable`; everything else is a fault of ours and stays as it is. */
export function searchFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = (error as { code?: unknown }).code;
  const passing = typeof code === 'string' && (NETWORK.has(code) || PASSING.test(code));
  if (!passing && !LOST_CONNECTION.test(error.message)) return error;
  const slow = code === '57014';
  return new SearchUnavailable(
    slow
      ? 'The search took too long; narrow it down or try again.'
      : 'The database of the search cannot be reached; try again.',
    slow ? 5 : 1,
    { cause: error },
  );
}
