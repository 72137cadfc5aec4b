import { SearchUnavailable } from '@gable/search';
import type { CompiledSql } from './compile-to-sql.js';

/** Runs the questions of one portion, which have the text in common; one row answers each. */
export type RunPortion = (text: string, questions: readonly (readonly unknown[])[]) => Promise<readonly object[]>;

interface Portion {
  readonly text: string;
  readonly questions: (readonly unknown[])[];
  readonly answers: Promise<readonly object[]>;
  readonly begin: () => void;
}

/** Statements under way at once: one is prepared and read by this process while the other runs. */
const MOST_UNDER_WAY = 2;
/** Of one portion. */
const MOST_QUESTIONS = 32;

/**
 * Asks what comes within a turn of the event loop, or while others are under way, as one statement: most of what a
 * short statement costs is its trip. A question waits for the statements under way, and each of those is short.
 */
export class Portions {
  private readonly waiting: Portion[] = [];
  private underWay = 0;

  constructor(private readonly run: RunPortion) {}

  /** The row that answers a question. One that fails by itself fails no other. @throws SearchUnavailable */
  async ask<Row extends object>({ text, parameters }: CompiledSql): Promise<Row> {
    const portion = this.portionFor(text);
    const place = portion.questions.push(parameters) - 1;
    try {
      return (await portion.answers)[place] as Row;
    } catch (error) {
      if (portion.questions.length === 1 || error instanceof SearchUnavailable) throw error;
      return (await this.run(text, [parameters]))[0] as Row;
    }
  }

  private portionFor(text: string): Portion {
    const open = this.waiting.find((each) => each.text === text && each.questions.length < MOST_QUESTIONS);
    if (open !== undefined) return open;
    const questions: (readonly unknown[])[] = [];
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const answers = begun.then(() => this.run(text, questions)).finally(() => this.end());
    answers.catch(() => {}); // whoever asked is told
    const portion = { text, questions, answers, begin };
    this.waiting.push(portion);
    setImmediate(() => this.beginNext());
    return portion;
  }

  private beginNext(): void {
    if (this.underWay >= MOST_UNDER_WAY) return;
    const portion = this.waiting.shift();
    if (portion === undefined) return;
    this.underWay += 1;
    portion.begin();
  }

  private end(): void {
    this.underWay -= 1;
    this.beginNext();
  }
}
