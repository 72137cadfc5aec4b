import { fork, type ChildProcess } from 'node:child_process';
import type { Server } from 'node:net';
import { environmentMessage, withoutItsEnvironment, type MetricValues } from '@gable/runtime';
import type { ToProcess, ToSupervisor } from './messages.js';
import { ONE_OF_SEVERAL } from './supervises.js';

/** What becomes of a process. */
export interface ApiProcessEvents {
  wantsToListen(process: ApiProcess): void;
  listens(process: ApiProcess): void;
  hasConnections(process: ApiProcess): void;
  wantsMetrics(process: ApiProcess, question: number): void;
  ended(process: ApiProcess, code: number | null, signal: NodeJS.Signals | null): void;
}

/** One of the processes that answer, as the supervisor sees it. */
export class ApiProcess {
  /** Undefined where none could be made. */
  readonly pid: number | undefined;
  readonly startedAt = Date.now();
  isListening = false;
  /** Whether it ever listened. */
  hasListened = false;
  /** Connections that it has open. */
  connections = 0;
  /** Resolves once it listens or has ended. */
  readonly settled: Promise<void>;
  private settle!: () => void;
  private readonly child: ChildProcess;
  private lent: ((socket: Server | undefined) => void) | undefined;
  private told: ((values: readonly MetricValues[] | undefined) => void) | undefined;

  /** It reads its modules, and begins with `begin`. */
  constructor(private readonly events: ApiProcessEvents) {
    this.settled = new Promise((resolve) => (this.settle = resolve));
    // The child sees on the channel when we die, whatever kills us. Each leads a session, so that a signal of the
    // terminal reaches the supervisor alone.
    this.child = fork(process.argv[1]!, [ONE_OF_SEVERAL], {
      env: withoutItsEnvironment(process.env),
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.pid = this.child.pid;
    this.child.on('message', (message: ToSupervisor, socket: Server | undefined) => this.hear(message, socket));
    this.child.on('error', () => this.child.pid === undefined && this.end(null, null)); // no process could be made
    this.child.on('exit', (code, signal) => this.end(code, signal));
  }

  begin(): void {
    this.child.send(environmentMessage(process.env), () => undefined);
  }

  /** Lets it listen at the socket; without one it opens the port. Nothing is accepted here once this returns. */
  letListen(socket?: Server): void {
    this.send({ type: 'listen' }, socket);
    socket?.close();
  }

  /** Answers the socket at which it listens, which is to be handed on or closed at once. */
  lend(): Promise<Server | undefined> {
    return new Promise((resolve) => {
      this.lent = resolve;
      this.send({ type: 'lend' });
    });
  }

  /** Answers its figures; undefined where it ends before. */
  metrics(): Promise<readonly MetricValues[] | undefined> {
    return new Promise((resolve) => {
      this.told = resolve;
      this.send({ type: 'metrics' });
    });
  }

  send(message: ToProcess, socket?: Server): void {
    this.child.send(message, socket, undefined, () => undefined); // who is not there has ended
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  private hear(message: ToSupervisor, socket: Server | undefined): void {
    if (message.type === 'wants-to-listen') this.events.wantsToListen(this);
    else if (message.type === 'answers') {
      this.isListening = true;
      this.hasListened = true;
      this.settle();
      this.events.listens(this);
    } else if (message.type === 'lent') {
      if (this.lent === undefined) socket?.close();
      this.lent?.(socket);
      this.lent = undefined;
    } else if (message.type === 'connections') {
      this.connections = message.open;
      this.events.hasConnections(this);
    } else if (message.type === 'metrics') this.told?.(message.values);
    else if (message.type === 'wants-metrics') this.events.wantsMetrics(this, message.question);
  }

  private end(code: number | null, signal: NodeJS.Signals | null): void {
    this.isListening = false;
    this.settle();
    this.lent?.(undefined);
    this.told?.(undefined);
    this.events.ended(this, code, signal);
  }
}
