/** SQLSTATEs after which the same statement may succeed (PostgreSQL documentation, appendix A): lost connections, no room, cut off, shutting down. */
const PASSING = /^(?:08...|53...|57014|57P0[1-5]|40001|40P01)$/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN']);
/** The driver reports these without a code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Query runner already released)/;

/** Whether the database failed in a way that passes: the caller should come back, and nothing of ours is wrong. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && (NETWORK.has(code) || PASSING.test(code))) || LOST_CONNECTION.test(error.message);
}
