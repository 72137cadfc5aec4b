import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../../../..');

/** Runs `gable … --json` on a database, as a script would, and reads its one document. */
export function runGable<Answer>(
  { url, home }: { readonly url: string; readonly home: string },
  ...args: readonly string[]
): { code: number | null; answer: Answer; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'apps/cli/dist/main.js'), ...args, '--json'],
    {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url, GABLE_HOME: home, LOG_LEVEL: 'silent', GABLE_TEST_HOME: '' },
    },
  );
  return { code: status, answer: JSON.parse(stdout) as Answer, stderr };
}
