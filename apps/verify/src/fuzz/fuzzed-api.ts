import { freePort } from '@gable/runtime';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** One real API process on a free port. */
export class FuzzedApi {
  private constructor(
    readonly url: URL,
    private readonly child: ChildProcess,
  ) {}

  static async start(entry: string, settings: Readonly<Record<string, string>>): Promise<FuzzedApi> {
    const port = await freePort();
    const child = fork(entry, [], {
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error', ...settings },
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    const isListening = await Promise.race([
      once(child, 'message').then(() => true),
      once(child, 'exit').then(() => false),
    ]);
    if (!isListening) throw new Error('The API ended before it listened; its log is above.');
    return new FuzzedApi(new URL(`http://127.0.0.1:${port}`), child);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }
}
