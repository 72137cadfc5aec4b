/// <reference types="jest" />

/** Specs that this machine lacks something for: they are skipped, and say so where nobody overlooks it. */
export function leaveOut(title: string, reason: string, specs: () => void): void {
  process.stderr.write(`\n!!! LEFT OUT: "${title}" ${reason}\n\n`);
  describe.skip(title, specs);
}
