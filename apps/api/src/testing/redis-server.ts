import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@redis/client';
import { freePort } from '@gable/runtime';
import { leaveOut } from '@gable/testing';

/** A Valkey or Redis that this machine has: `REDIS_SERVER` names its program, or it is on the path. */
const PROGRAM = [process.env.REDIS_SERVER, 'valkey-server', 'redis-server'].find(
  (program) => program !== undefined && spawnSync(program, ['--version']).status === 0,
);

/** `describe`, or without a server a loud omission. */
export function describeWithRedis(what: string, specs: () => void): void {
  const reason = 'needs a Valkey or Redis. Install one, or name its program in REDIS_SERVER.';
  if (PROGRAM === undefined) leaveOut(what, reason, specs);
  else describe(what, specs);
}

/** A real server that keeps nothing on disk. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(private readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.resume();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, empty; answers when it does. */
  async resume(): Promise<void> {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.child = spawn(PROGRAM!, settings, { stdio: 'ignore' });
    const client = createClient({ url: this.url, socket: { reconnectStrategy: () => 50 } });
    client.on('error', () => {});
    await client.connect();
    await client.ping();
    client.destroy();
  }

  async kill(): Promise<void> {
    const ended = once(this.child!, 'exit');
    this.child!.kill('SIGKILL');
    await ended;
  }
}
