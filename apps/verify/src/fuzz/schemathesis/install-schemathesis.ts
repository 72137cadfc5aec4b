import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The version that is installed from PyPI: another one may judge otherwise. */
export const SCHEMATHESIS_VERSION = '4.32.5';

/** The program, or why it cannot be had here. */
export type Installed = { readonly program: string } | { readonly missing: string };

/** Finds Schemathesis in the cache of a checkout, or installs it there where Python and PyPI can be reached. */
export async function installSchemathesis(root: string): Promise<Installed> {
  const folder = path.join(root, 'node_modules', '.cache', `schemathesis-${SCHEMATHESIS_VERSION}`);
  const program = path.join(folder, 'bin', 'schemathesis');
  if (await answers(program)) return { program };
  fs.rmSync(folder, { recursive: true, force: true }); // of an installation that was cut short
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(path.join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${SCHEMATHESIS_VERSION}`]);
    return { program };
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    return { missing: `it needs Python 3.10 or later and PyPI: ${(error as Error).message.split('\n')[0]}` };
  }
}

async function answers(program: string): Promise<boolean> {
  try {
    return (await run(program, ['--version'])).stdout.includes(SCHEMATHESIS_VERSION);
  } catch {
    return false;
  }
}
