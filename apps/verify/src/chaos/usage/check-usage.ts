import type { RunEnd, Served } from './api-run.js';

/** What one process served and what was billed for it. */
export interface RunRecord {
  readonly name: string;
  readonly end: RunEnd;
  readonly served: readonly Served[];
  readonly billed: { readonly calls: number; readonly results: number };
}

/** One line per run that was billed wrongly; all empty where nothing was. */
export interface UsageFindings {
  /** Billed more than was served. */
  readonly overBilled: readonly string[];
  /** Not billed, though the process ended in order, or longer before its kill than it may lose. */
  readonly lost: readonly string[];
}

/** `mayLoseMs`: what a killed process may lose, in milliseconds of its traffic. */
export function checkUsage(runs: readonly RunRecord[], mayLoseMs: number): UsageFindings {
  const findings = { overBilled: [] as string[], lost: [] as string[] };
  for (const { name, end, served, billed } of runs) {
    const of = `${name} (${end.kind})`;
    const all = total(served);
    if (billed.calls > all.calls || billed.results > all.results)
      findings.overBilled.push(`${of} was billed ${show(billed)}, served ${show(all)}`);
    const kept = total(end.kind === 'killed' ? served.filter(({ at }) => at < end.at - mayLoseMs) : served);
    if (billed.calls < kept.calls || billed.results < kept.results)
      findings.lost.push(`${of} was billed ${show(billed)}; it had to keep ${show(kept)} of ${show(all)}`);
  }
  return findings;
}

function total(served: readonly Served[]): { calls: number; results: number } {
  return { calls: served.length, results: served.reduce((sum, { results }) => sum + results, 0) };
}

function show({ calls, results }: { calls: number; results: number }): string {
  return `${calls} calls with ${results} results`;
}
