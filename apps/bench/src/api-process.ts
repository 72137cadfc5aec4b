import { freePort } from '@gable/runtime';
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** One real API process, as `gable up` starts it, on a free port. */
export class ApiProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(environment: Record<string, string>): Promise<ApiProcess> {
    const port = await freePort();
    const entry = path.join(import.meta.dirname, '..', '..', 'api', 'dist', 'main.js');
    const env = {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      ...environment,
    };
    const child = fork(entry, [], { env, stdio: ['ignore', 2, 2, 'ipc'] });
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message: { type?: string }) => {
        if (message?.type === 'listening') resolve();
      });
      child.once('error', reject);
      child.once('exit', (code) =>
        reject(new Error(`The API ended with code ${code} before it listened; its log is above.`)),
      );
    });
    return new ApiProcess(`http://127.0.0.1:${port}`, child);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    await new Promise<void>((resolve) => {
      this.child.once('exit', () => resolve());
      this.child.kill('SIGTERM');
    });
  }
}
