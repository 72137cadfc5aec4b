import type { ChaosOutcome } from '../chaos-plan.js';

/** What no part may find, in the words of an operator; a finding of another name is `other`. */
export const COLUMNS = {
  lost: ['lost'],
  doubled: ['doubled', 'doubledWithoutCause'],
  madeUp: ['madeUp', 'phantom', 'overBilled', 'resurrected'],
  sentAfterErasure: ['sentAfterErasure'],
} as const;

export type Column = keyof typeof COLUMNS | 'other';

/** One line of the table. */
export interface PartResult {
  readonly name: string;
  readonly seconds: number;
  /** Why it did not run; undefined where it did. */
  readonly leftOut?: string;
  readonly failed?: string;
  readonly done: Readonly<Record<string, number>>;
  readonly found: Readonly<Record<Column, readonly string[]>>;
}

const NOTHING: PartResult['found'] = { lost: [], doubled: [], madeUp: [], sentAfterErasure: [], other: [] };

/** A part that did not come to its end. */
export const without = (name: string, seconds: number, why: Pick<PartResult, 'leftOut' | 'failed'>): PartResult => ({
  name,
  seconds,
  ...why,
  done: {},
  found: NOTHING,
});

/** Sorts the findings of a part into the columns. */
export function sumUp(name: string, seconds: number, { done, findings }: ChaosOutcome): PartResult {
  const found: Record<Column, string[]> = { lost: [], doubled: [], madeUp: [], sentAfterErasure: [], other: [] };
  for (const [finding, lines] of Object.entries(findings)) {
    const column = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).find((each) =>
      (COLUMNS[each] as readonly string[]).includes(finding),
    );
    found[column ?? 'other'].push(...lines.map((line) => `${name}, ${finding}: ${line}`));
  }
  return { name, seconds, done, found };
}

/** The table for people. */
export function drawTable(results: readonly PartResult[]): string {
  const head = ['', 'seconds', 'kills', 'lost', 'doubled', 'made up', 'sent after erasure', 'other'];
  const rows = results.map(({ name, seconds, leftOut, failed, done, found }) =>
    leftOut !== undefined || failed !== undefined
      ? [name, String(seconds), leftOut === undefined ? `FAILED: ${failed}` : `LEFT OUT: ${leftOut}`]
      : [
          ...[name, String(seconds), String((done.kills ?? 0) + (done.stops ?? 0) + (done.disksFilled ?? 0))],
          ...[found.lost, found.doubled, found.madeUp, found.sentAfterErasure, found.other].map((list) =>
            String(list.length),
          ),
        ],
  );
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.filter((row) => row.length === head.length).map((row) => row[column]!.length)),
  );
  const draw = (row: readonly string[]): string =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(10) : cell.padStart(widths[column]!))).join('  ');
  return [draw(head), ...rows.map((row) => draw(row))].join('\n');
}
