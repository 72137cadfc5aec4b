import pg from 'pg';
import type { Host } from '@gable/runtime';

/** What a connection lets its list do. */
export interface ListedConnection {
  /** The server that it leads to; undefined while it is not connected. */
  readonly server: Host | undefined;
  /** When its oldest statement without an answer was sent; undefined where it waits for none. */
  readonly waitingSince: number | undefined;
  /** Breaks it, whatever it waits for. */
  cut(reason: string): void;
}

/** None of the servers of an address takes writes now. */
export class NoWritableServer extends Error {
  override readonly name = 'NoWritableServer';
  /** SQLSTATE sqlclient_unable_to_establish_sqlconnection */
  readonly code = '08001';
}

const LOOK_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 2_000;
/** Most statements are over by then; what waits longer makes the list look where the writable server is. */
const LONG_WAIT_MS = 3_000;

/**
 * The servers of one address, of which one takes writes. Finds it for new connections, and again once it fails. A
 * server that has hung is left once another takes writes: never by its silence alone, which may be work.
 */
export class ServerList {
  private writable: Promise<Host> | undefined;
  private readonly connections = new Set<ListedConnection>();
  private timer: NodeJS.Timeout | undefined;
  private looking = false;

  constructor(
    private readonly hosts: readonly Host[],
    private readonly config: pg.ClientConfig,
  ) {}

  /** @throws NoWritableServer */
  current(): Promise<Host> {
    return (this.writable ??= this.find(this.hosts).catch((error: unknown) => {
      this.writable = undefined;
      throw error;
    }));
  }

  /** It did not take a connection, lost one or takes no writes: whoever connects next looks again. */
  forget(): void {
    this.writable = undefined;
  }

  add(connection: ListedConnection): void {
    this.connections.add(connection);
    this.timer ??= setInterval(() => void this.lookAfter().catch(() => {}), LOOK_EVERY_MS).unref();
  }

  remove(connection: ListedConnection): void {
    this.connections.delete(connection);
    if (this.connections.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Leaves a server that does not answer while another one takes writes. */
  private async lookAfter(): Promise<void> {
    const waiting = [...this.connections].filter(
      ({ waitingSince = Infinity }) => performance.now() - waitingSince > LONG_WAIT_MS,
    );
    if (this.looking || waiting.length === 0) return;
    this.looking = true;
    try {
      const silent = new Set(waiting.map(({ server }) => server));
      const other = await this.find(this.hosts.filter((host) => !silent.has(host)));
      for (const server of silent) {
        if (server === undefined || (await this.answers(server))) continue;
        this.writable = Promise.resolve(other);
        for (const connection of this.connections)
          if (connection.server === server) connection.cut(`another server takes writes now, this one is silent`);
      }
    } finally {
      this.looking = false;
    }
  }

  /** Which of the servers takes writes: the first that says so. */
  private async find(hosts: readonly Host[]): Promise<Host> {
    try {
      return await Promise.any(
        hosts.map(async (host) => {
          if (await this.ask(host)) return host;
          throw new Error(`${host.host}:${host.port} is read-only`);
        }),
      );
    } catch (cause) {
      const names = hosts.map(({ host, port }) => `${host}:${port}`).join(' and ');
      throw new NoWritableServer(`No server takes writes of ${names}.`, { cause });
    }
  }

  private answers(host: Host): Promise<boolean> {
    return this.ask(host).then(
      () => true,
      () => false,
    );
  }

  /** Whether it takes writes. @throws where it does not answer */
  private async ask(host: Host): Promise<boolean> {
    const client = new pg.Client({
      ...this.config,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      application_name: 'gable looks for the primary',
    });
    Object.assign(client, host); // over what the address says
    client.on('error', () => {}); // said by what is awaited
    try {
      await client.connect();
      const { rows } = await client.query<{ takesWrites: boolean }>(
        `select not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean as "takesWrites"`,
      );
      return rows[0]!.takesWrites;
    } finally {
      void client.end().catch(() => {});
    }
  }
}
