import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import type { Logger } from '../logging/logger.js';

/**
 * So many connections are accepted in one turn of the event loop. Node's loop accepts one a turn for each handle that
 * listens, whatever waits: beside a hundred busy connections that are kept, a turn takes tens of milliseconds.
 */
export const ACCEPTED_IN_A_TURN = 16;

/** A process has no other way to a second handle of its socket: one that gets it sends it back as often as asked. */
const SENDS_BACK = `process.on('message', (times, server) => {
  for (let left = times; left > 0; left -= 1) process.send(left, server, left === 1 ? () => process.exit() : undefined);
});
process.on('disconnect', () => process.exit());`;

const LONGEST_MS = 10_000;

/** More handles of the socket on which a server listens, so that what waits at the door comes in together. */
export class AcceptTogether {
  private readonly more: net.Server[] = [];
  private isClosed = false;

  private constructor(
    private readonly helper: ChildProcess,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** Starts the process that sends handles back, while the server has other things to do. */
  static prepare(log: Pick<Logger, 'warn'>): AcceptTogether {
    const helper = spawn(process.execPath, ['-e', SENDS_BACK], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    helper.on('error', () => {}); // `share` says that it is gone
    return new AcceptTogether(helper, log);
  }

  /**
   * Call when the server listens. It then accepts up to ACCEPTED_IN_A_TURN connections in a turn; one as before where
   * handles cannot be had, which is logged.
   */
  async share(server: net.Server, accepted = ACCEPTED_IN_A_TURN): Promise<void> {
    const { helper } = this;
    try {
      await new Promise<void>((resolve, reject) => {
        const bound = setTimeout(() => reject(new Error('it took too long')), LONGEST_MS);
        const settled = (error?: Error | null) => {
          clearTimeout(bound);
          return error ? reject(error) : resolve();
        };
        helper.once('error', settled);
        helper.once('exit', () =>
          settled(this.isClosed || this.more.length === accepted - 1 ? null : new Error('the helper ended')),
        );
        helper.on('message', (_left, handle) => this.take(handle as net.Server, server));
        helper.send(accepted - 1, server, (error) => error && settled(error));
      });
    } catch (error) {
      this.log.warn({ err: error }, 'the server accepts one connection in each turn of the event loop');
      helper.kill('SIGKILL');
    }
  }

  /** Nothing more is accepted; resolves when the connections that came in through these handles have ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.helper.kill('SIGKILL');
    await Promise.all(this.more.map((handle) => new Promise((resolve) => handle.close(resolve))));
  }

  private take(handle: net.Server, server: net.Server): void {
    if (this.isClosed) return void handle.close();
    this.more.push(handle);
    handle.on('connection', (socket) => {
      socket.allowHalfOpen = true; // as HTTP servers have theirs: a client may end its side and wait for the answer
      socket.setNoDelay(true);
      server.emit('connection', socket);
    });
  }
}
