import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import net from 'node:net';
import type { Logger } from '../logging/logger.js';

/**
 * So many connections are accepted in one turn of the event loop. Node's loop accepts one a turn for each handle that
 * listens, whatever waits: beside a hundred busy connections that are kept, a turn takes tens of milliseconds.
 */
export const ACCEPTED_IN_A_TURN = 16;

/**
 * A process has no other way to a second handle of its socket: one that gets the server sends it back. That one lets go
 * of it before its event loop turns, else it would accept connections itself, and lose them. So it gets one at a time.
 */
const SENDS_BACK = `process.on('message', (message, server) => {
  process.send(message, server);
  server.close();
});
process.on('disconnect', () => process.exit());`;

const LONGEST_MS = 10_000;

/** More handles of the socket on which a server listens, so that what waits at the door comes in together. */
export class AcceptTogether {
  private readonly more: net.Server[] = [];
  private isClosed = false;
  /** The server whose handle is under way, and who waits for it. */
  private asked: { server: net.Server; came: () => void; failed: (error: Error) => void } | undefined;

  private constructor(
    private readonly helper: ChildProcess,
    private readonly log: Pick<Logger, 'warn'>,
  ) {
    helper.on('message', (_message, handle) => this.take(handle as net.Server));
    helper.on('exit', () => this.asked?.failed(new Error('the process that sends handles back has ended')));
    helper.on('error', (error) => this.asked?.failed(error));
  }

  /** Starts the process that sends handles back, while the server has other things to do. */
  static prepare(log: Pick<Logger, 'warn'>): AcceptTogether {
    const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'ipc'];
    return new AcceptTogether(spawn(process.execPath, ['-e', SENDS_BACK], { stdio, env: {} }), log);
  }

  /**
   * Call when the server listens. It then accepts so many connections in a turn; one as before where handles cannot be
   * had, which is logged. Resolves when it does, or when it is closed.
   */
  async share(server: net.Server, handles = ACCEPTED_IN_A_TURN): Promise<void> {
    const bound = setTimeout(() => this.asked?.failed(new Error('it took too long')), LONGEST_MS);
    try {
      while (this.more.length < handles - 1 && !this.isClosed) await this.askFor(server);
    } catch (error) {
      if (!this.isClosed)
        this.log.warn({ err: error }, 'the server accepts few connections in a turn of the event loop');
    } finally {
      clearTimeout(bound);
      this.helper.kill('SIGKILL');
    }
  }

  /** Nothing more is accepted; resolves when the connections that came in through these handles have ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.helper.kill('SIGKILL');
    await Promise.all(this.more.map((handle) => new Promise((resolve) => handle.close(resolve))));
  }

  private askFor(server: net.Server): Promise<void> {
    return new Promise((came, failed) => {
      this.asked = { server, came, failed };
      if (!this.helper.connected) return failed(new Error('there is no process that sends handles back'));
      this.helper.send('send it back', server, (error) => error && failed(error));
    });
  }

  private take(handle: net.Server): void {
    const { server, came } = this.asked!;
    if (this.isClosed) return void handle.close(came); // it was under way
    this.more.push(handle);
    handle.on('connection', (socket) => {
      socket.allowHalfOpen = true; // as HTTP servers have theirs: a client may end its side and wait for the answer
      socket.setNoDelay(true);
      server.emit('connection', socket);
    });
    came();
  }
}
