import type { Reject } from '../reading/reject.js';
import { noOutcomes, type Outcomes } from './apply-batch.js';
import type { IncomingState } from './incoming-state.js';

/** A line that passed the feed's rules, kept with its text in case the database refuses it all the same. */
export interface AcceptedLine {
  number: number;
  text: string;
  state: IncomingState;
}

/** Where the words of the database go; a logger of the runtime is one. */
export interface RefusalLog {
  error(details: object, message: string): void;
}

/** What became of lines. */
export interface AppliedLines {
  readonly outcomes: Outcomes;
  readonly refused: readonly Reject[];
}

/**
 * Applies lines as one batch. When the database refuses a value in it (SQLSTATE classes 22, 23 and 54), the batch is
 * halved until the line that holds it stands alone and is set aside; every other error is thrown on. The order of the
 * lines is kept.
 */
export async function applyOrIsolate(
  lines: readonly AcceptedLine[],
  apply: (lines: readonly AcceptedLine[]) => Promise<AppliedLines>,
  log?: RefusalLog,
): Promise<AppliedLines> {
  try {
    return await apply(lines);
  } catch (error) {
    if (!isRefusedValue(error) || lines.length === 0) throw error;
    const [only] = lines;
    if (lines.length === 1) {
      log?.error({ err: error, line: only!.number }, 'the database refuses a line that the format accepts');
      return { outcomes: noOutcomes(), refused: [rejectOf(only!, error.code)] };
    }
    const middle = lines.length >> 1;
    const first = await applyOrIsolate(lines.slice(0, middle), apply, log);
    const second = await applyOrIsolate(lines.slice(middle), apply, log);
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
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(?:2[23]|54)/.test(error.code)
  );
}

/** In our words: those of the database name its tables, and may quote other rows. */
function rejectOf({ number, text }: AcceptedLine, code: string): Reject {
  const message = `cannot be stored (code ${code}): a defect of Gable, not of the line. The log has the cause`;
  return { line: number, reasons: [{ path: '', message }], text };
}
