import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Installation } from '../../installation.js';

/** Runs `gable` of a main file on an installation, and answers its exit code and what it printed. */
export async function runGable(
  { url, home }: Pick<Installation, 'url' | 'home'>,
  entry: string,
  ...args: string[]
): Promise<{ code: number | null; output: string; errors: string }> {
  const env = { ...process.env, DATABASE_URL: url, GABLE_HOME: home, LOG_LEVEL: 'fatal' };
  const child = spawn(process.execPath, [entry, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, output, errors };
}
