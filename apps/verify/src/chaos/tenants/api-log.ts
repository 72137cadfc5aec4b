import fs from 'node:fs';
import path from 'node:path';

/** A line that the API logs for an answer at level debug. */
export interface AnsweredLine {
  readonly requestId: string;
  /** When the answer had left, in milliseconds since 1970. */
  readonly at: number;
  /** Since the API had read the head of the request. */
  readonly ms: number;
  /** Of it, until the request had its slots. */
  readonly waitedMs: number;
  /** Of it, until it had a connection to PostgreSQL. */
  readonly connectionMs: number;
  /** Of it, with a connection: statements, and what is done between them. */
  readonly databaseMs: number;
  /** Of it, while the event loop was held, by whatever. */
  readonly loopDelayMs: number;
  /** Of it, while the API could have run and had no processor. */
  readonly processorWaitMs: number;
}

/** What the API processes of an installation write, one after the other. */
export class ApiLog {
  readonly descriptor: number;
  private readonly file: string;

  constructor(home: string) {
    this.file = path.join(home, 'api.log');
    this.descriptor = fs.openSync(this.file, 'a');
  }

  answers(): AnsweredLine[] {
    return readAnswers(fs.readFileSync(this.file, 'utf8'));
  }
}

/** The answers among the lines of a log. The last line of a process that was killed may be cut. */
export function readAnswers(log: string): AnsweredLine[] {
  return log.split('\n').flatMap((line) => {
    if (!line.includes('"answered"')) return [];
    try {
      const { time, ...answer } = JSON.parse(line) as AnsweredLine & { time: string };
      return [{ ...answer, at: Date.parse(time) }];
    } catch {
      return [];
    }
  });
}
