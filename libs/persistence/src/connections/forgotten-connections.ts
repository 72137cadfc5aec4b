import pg from 'pg';
import type { BoundedConnection } from './silent-connections.js';

/** A connection whose statements may take as long as they want. */
export interface UnboundedConnection extends BoundedConnection {
  /** The process of the server that answers here; null while there is none. */
  readonly processID: number | null;
  readonly host: string;
  readonly port: number;
}

const LOOK_EVERY_MS = 2_000;
/** What waits longer makes the process ask its server. */
const LONG_WAIT_MS = 5_000;
const ANSWER_WITHIN_MS = 2_000;

/**
 * Gives up connections that wait for an answer while their server waits for a statement: in between, somebody has
 * forgotten the connection, such as a firewall. Asked over another connection, twice in a row, for silence alone may be
 * work. Where a pooler stands in between, processes cannot be told, and nothing is given up.
 */
export class ForgottenConnections {
  private readonly connections = new Set<UnboundedConnection>();
  private suspects = new Map<UnboundedConnection, { readonly since: number; readonly bytesRead: number }>();
  private timer: NodeJS.Timeout | undefined;
  private looking = false;

  constructor(private readonly config: pg.ClientConfig) {}

  add(connection: UnboundedConnection): void {
    this.connections.add(connection);
    this.timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  remove(connection: UnboundedConnection): void {
    this.connections.delete(connection);
    this.suspects.delete(connection);
    if (this.connections.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async look(): Promise<void> {
    const now = performance.now();
    const long = [...this.connections].filter(({ waitingSince = Infinity }) => now - waitingSince > LONG_WAIT_MS);
    // Of several servers, one at a look: processes of different ones may have one number.
    const waiting = long.filter(({ host, port }) => host === long[0]!.host && port === long[0]!.port);
    if (this.looking) return;
    this.looking = true;
    try {
      const seen = waiting.map((connection) => ({ connection, since: connection.waitingSince }));
      const idle = waiting.length === 0 ? [] : await this.idleAmong(waiting).catch(() => []);
      // Answered meanwhile: the wait that was seen is over.
      const forgotten = seen.filter(
        ({ connection, since }) => since === connection.waitingSince && idle.includes(connection.processID),
      );
      const before = this.suspects;
      this.suspects = new Map();
      for (const { connection, since } of forgotten) {
        const { bytesRead } = connection;
        const last = before.get(connection);
        if (last?.since === since && last?.bytesRead === bytesRead)
          connection.cut('the server waits for a statement while this process waits for its answer');
        else this.suspects.set(connection, { since: since!, bytesRead });
      }
    } finally {
      this.looking = false;
    }
  }

  /** Those of their processes that wait for their client. All are of one server. */
  private async idleAmong(connections: readonly UnboundedConnection[]): Promise<readonly unknown[]> {
    const [{ host, port }] = connections as [UnboundedConnection];
    const client = new pg.Client({
      ...this.config,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      application_name: 'looks after connections', // not a name of Gable's: a restore would wait for it
    }) as pg.Client & { readonly processID: number | null };
    Object.assign(client, { host, port }); // over what the address says
    client.on('error', () => {}); // said by what is awaited
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number; own: number }>(
        `select pid, pg_backend_pid() as own from pg_stat_activity
         where pid = any($1::int[]) and state like 'idle%' and usename = current_user and datname = current_database()`,
        [connections.map(({ processID }) => processID)],
      );
      return rows.filter(({ own }) => own === client.processID).map(({ pid }) => pid);
    } finally {
      void client.end().catch(() => {});
    }
  }
}
