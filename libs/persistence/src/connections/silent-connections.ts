/** What a connection shows of its waiting, and lets be done. */
export interface BoundedConnection {
  /** When its oldest statement without an answer was sent; undefined where it waits for none. */
  readonly waitingSince: number | undefined;
  /** Milliseconds after which the server ends each of its statements; Infinity where it ends none. */
  readonly boundMs: number;
  /** What the server has sent so far. */
  readonly bytesRead: number;
  /** Breaks it, whatever it waits for. */
  cut(reason: string): void;
}

const LOOK_EVERY_MS = 1_000;
/** What the word that a statement was ended may take on its way. */
const LATE_MS = 5_000;

/**
 * Gives up connections over which nothing comes any more, as when a firewall has forgotten them: nobody is told, and
 * TCP waits for a quarter of an hour. The server ends each statement at its bound, so silence well beyond that is none
 * of its work. Twice in a row, since a process that was held finds its timers before what has arrived meanwhile.
 */
export class SilentConnections {
  private readonly connections = new Set<BoundedConnection>();
  private readonly suspects = new Map<BoundedConnection, { readonly since: number; readonly bytesRead: number }>();
  private timer: NodeJS.Timeout | undefined;

  add(connection: BoundedConnection): void {
    this.connections.add(connection);
    this.timer ??= setInterval(() => this.look(performance.now()), LOOK_EVERY_MS).unref();
  }

  remove(connection: BoundedConnection): void {
    this.connections.delete(connection);
    this.suspects.delete(connection);
    if (this.connections.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  look(now: number): void {
    for (const connection of this.connections) {
      const { waitingSince: since = Infinity, boundMs, bytesRead } = connection;
      const before = this.suspects.get(connection);
      this.suspects.delete(connection);
      if (!(now - since > boundMs + LATE_MS)) continue;
      if (before?.since === since && before.bytesRead === bytesRead)
        connection.cut('the server is silent for longer than it works on a statement');
      else this.suspects.set(connection, { since, bytesRead });
    }
  }
}
