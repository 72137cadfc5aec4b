import type { Reject } from '../reading/reject-file.js';
import type { Outcomes } from './apply-batch.js';
import type { IncomingState } from './incoming-state.js';

/** A line that passed the feed's rules, kept with its text in case the database refuses it all the same. */
export interface AcceptedLine {
  number: number;
  text: string;
  state: IncomingState;
}

/**
 * Applies lines as one batch. When the database refuses a value in it (SQLSTATE classes 22 and 23), the batch is halved
 * until the line that holds it stands alone and is set aside; every other error is thrown on. The order of the lines
 * is kept.
 */
export async function applyOrIsolate(
  lines: readonly AcceptedLine[],
  apply: (lines: readonly AcceptedLine[]) => Promise<Outcomes>,
): Promise<{ outcomes: Outcomes; refused: Reject[] }> {
  try {
    return { outcomes: await apply(lines), refused: [] };
  } catch (error) {
    if (!isRefusedValue(error) || lines.length === 0) throw error;
    const [only] = lines;
    if (lines.length === 1)
      return { outcomes: { changed: 0, unchanged: 0, stale: 0 }, refused: [rejectOf(only!, error)] };
    const middle = lines.length >> 1;
    const first = await applyOrIsolate(lines.slice(0, middle), apply);
    const second = await applyOrIsolate(lines.slice(middle), apply);
    return {
      outcomes: {
        changed: first.outcomes.changed + second.outcomes.changed,
        unchanged: first.outcomes.unchanged + second.outcomes.unchanged,
        stale: first.outcomes.stale + second.outcomes.stale,
      },
      refused: [...first.refused, ...second.refused],
    };
  }
}

function isRefusedValue(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code);
}

function rejectOf({ number, text }: AcceptedLine, error: Error): Reject {
  return {
    line: number,
    reasons: [{ path: '', message: `the database refuses a value of this line: ${error.message}` }],
    text,
  };
}
