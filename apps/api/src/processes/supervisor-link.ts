import type { Server } from 'node:net';
import type { Registry } from '@gable/runtime';
import { EvenConnections } from './even-connections.js';
import type { ToProcess, ToSupervisor } from './messages.js';

/** A process that answers beside others, and what it has to do with its supervisor. */
export class SupervisorLink {
  private server: Server | undefined;
  private registry: Registry | undefined;
  private listenAt: ((socket: Server | undefined) => void) | undefined;
  private readonly waiting = new Map<number, (text: string | null) => void>();
  private questions = 0;
  private readonly connections = new EvenConnections((open) => this.say({ type: 'connections', open }));

  constructor() {
    process.on('message', (message: ToProcess, socket: Server | undefined) => this.hear(message, socket));
  }

  /**
   * Lets the server listen at the socket that all share, once the supervisor has it. The first process opens it.
   */
  async listen(server: Server, openPort: () => Promise<unknown>): Promise<void> {
    this.server = server;
    this.connections.watch(server);
    await new Promise<void>((resolve, reject) => {
      this.listenAt = (socket) => {
        if (socket === undefined) openPort().then(() => resolve(), reject);
        // At once: the socket would accept connections for nobody.
        else server.once('error', reject).listen(socket, resolve);
      };
      this.say({ type: 'wants-to-listen' });
    });
    this.say({ type: 'answers' });
  }

  /** From now on this process tells its figures, which are part of those that any of them answers. */
  showMetrics(registry: Registry): void {
    this.registry = registry;
  }

  /** The metrics of all processes, as text. */
  metrics(): Promise<string> {
    return new Promise((resolve, reject) => {
      const question = ++this.questions;
      this.waiting.set(question, (text) => {
        if (text === null) reject(new Error('The supervisor could not add up the metrics; its log says why.'));
        else resolve(text);
      });
      this.say({ type: 'wants-metrics', question });
    });
  }

  private hear(message: ToProcess, socket: Server | undefined): void {
    if (message.type === 'listen') this.listenAt?.(socket);
    else if (message.type === 'lend') this.say({ type: 'lent' }, this.server);
    else if (message.type === 'fewest-connections') this.connections.fewest = message.open;
    else if (message.type === 'metrics') void this.tellMetrics();
    else if (message.type === 'metrics-of-all') {
      this.waiting.get(message.question)?.(message.text);
      this.waiting.delete(message.question);
    }
  }

  private async tellMetrics(): Promise<void> {
    const values = (await this.registry?.getMetricsAsJSON()) ?? [];
    this.say({ type: 'metrics', values });
  }

  /** A supervisor that is gone ends this process: what cannot be said to it does not matter. */
  private say(message: ToSupervisor, socket?: Server): void {
    process.send!(message, socket, undefined, () => undefined);
  }
}
