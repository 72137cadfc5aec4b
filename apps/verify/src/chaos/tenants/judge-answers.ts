import type { Ending } from './exchange.js';
import { touchesOutage, type Outage, type Span } from './outages.js';
import { POLITE_REQUESTS, type PoliteRoute } from './polite-requests.js';

/** What became of one request of a polite customer. */
export interface PoliteAnswer {
  readonly route: PoliteRoute;
  /** When it was due, in milliseconds since 1970. */
  readonly at: number;
  /** From then until it was sent: the customer is to blame. */
  readonly lateMs: number;
  /** From when it was due. */
  readonly ms: number;
  readonly ending: Ending;
  /** As the API knows the request; undefined where it did not answer. */
  readonly requestId?: string;
}

/** What no polite customer may meet, a line each. */
export interface AnswerFindings {
  /** 429: a polite customer asks far less than it may. */
  readonly refused: readonly string[];
  /** 5xx. */
  readonly serverErrors: readonly string[];
  /** Any other status than the right ones: a key that is not taken, a resource that is not found. */
  readonly wrongAnswers: readonly string[];
  readonly unanswered: readonly string[];
  /** The connection was refused or cut though no kill explains it. */
  readonly cutWithoutKill: readonly string[];
}

/** Judges what polite customers were answered. Pure. */
export function judgeAnswers(answers: readonly PoliteAnswer[], apiOutages: readonly Outage[]): AnswerFindings {
  const findings = {
    refused: [] as string[],
    serverErrors: [] as string[],
    wrongAnswers: [] as string[],
    unanswered: [] as string[],
    cutWithoutKill: [] as string[],
  };
  for (const answer of answers) {
    const { route, ending } = answer;
    const line = `${route} at ${new Date(answer.at).toISOString()}: ${ending} after ${answer.ms} ms`;
    if (ending === 'unanswered') findings.unanswered.push(line);
    else if (ending === 'cut') {
      if (!touchesOutage(spanOf(answer), apiOutages)) findings.cutWithoutKill.push(line);
    } else if (ending === 429) findings.refused.push(line);
    else if (ending >= 500) findings.serverErrors.push(line);
    else if (!(POLITE_REQUESTS[route].statuses as readonly number[]).includes(ending)) findings.wrongAnswers.push(line);
  }
  return findings;
}

/**
 * How long a request waited, as far as the service is to blame: up to the kill that cut it, and nothing where the API
 * was gone when it was due. A kill must not hide that a request had waited for long.
 */
export function waitOf(answer: PoliteAnswer, apiOutages: readonly Outage[]): Span[] {
  const span = spanOf(answer);
  const outage = answer.ending === 'cut' ? apiOutages.find((each) => touchesOutage(span, [each])) : undefined;
  if (outage === undefined) return [span];
  return outage.from > span.from ? [{ from: span.from, to: outage.from }] : [];
}

const spanOf = ({ at, ms }: PoliteAnswer): Span => ({ from: at, to: at + ms });
