import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Installation } from '../../installation.js';

/** `gable ingest` on a file, in a process of its own; only that is signalled, by its id. */
export class IngestCommand {
  private readonly child: ChildProcess;
  /** Its exit code; null where it was killed. */
  readonly ended: Promise<number | null>;

  constructor({ url, home }: Installation, cliEntry: string, feed: string) {
    this.child = spawn(process.execPath, [cliEntry, 'ingest', '--json', feed], {
      env: { ...process.env, DATABASE_URL: url, GABLE_HOME: home, LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    this.ended = once(this.child, 'exit').then(([code]) => code as number | null);
  }

  /** `kill -9`; resolves when the process is gone. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
