import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../../../..');

/** How `gable ingest` is run in a process of its own. */
export interface IngestRun {
  readonly url: string;
  readonly home: string;
  readonly feed: string;
  /** Options before the file. */
  readonly options?: readonly string[];
  /** When it is killed; never if left out. */
  readonly killAfterMs?: number;
  /** Asked again and again; it is killed once this holds. */
  readonly killWhen?: () => Promise<boolean>;
}

/** Runs `gable ingest --json` on a feed. Answers its report, or undefined when it was killed or failed. */
export async function runIngest(run: IngestRun): Promise<Record<string, unknown> | undefined> {
  const { url, home, feed, options = [], killAfterMs, killWhen } = run;
  const command = [path.join(root, 'apps/cli/bin/gable.mjs'), 'ingest', '--json', ...options, feed];
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, GABLE_HOME: home, LOG_LEVEL: 'silent', GABLE_TEST_HOME: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  let [output, isOver] = ['', false];
  const watching = (async () => {
    while (killWhen !== undefined && !isOver) if (await killWhen()) return child.kill('SIGKILL');
  })();
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  isOver = true;
  clearTimeout(timer);
  await watching;
  return code === 0 ? (JSON.parse(output) as Record<string, unknown>) : undefined;
}
