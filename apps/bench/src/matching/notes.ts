import type { BenchResult } from '../harness/print-results.js';

/**
 * Says what was measured as it comes, a line per case; at the end one JSON line per result, or with `--json` all of
 * them as one document.
 */
export class BenchNotes {
  private readonly results: BenchResult[] = [];

  constructor(private readonly json: boolean) {}

  say(line: string): void {
    (this.json ? process.stderr : process.stdout).write(`${line}\n`);
  }

  add(result: BenchResult): void {
    this.results.push(result);
    const figures = Object.entries(result).filter(([key]) => !['bench', 'case', 'alerts'].includes(key));
    const show = (value: string | number): string =>
      typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 2 }) : value;
    this.say(`  ${result.case.padEnd(12)} ${figures.map(([key, value]) => `${key} ${show(value)}`).join('  ')}`);
  }

  print(): void {
    this.say('');
    if (this.json) process.stdout.write(`${JSON.stringify(this.results)}\n`);
    else for (const result of this.results) this.say(JSON.stringify(result));
  }
}
