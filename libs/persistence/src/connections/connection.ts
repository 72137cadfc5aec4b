import pg from 'pg';
import type { Host } from '@gable/runtime';
import type { ListedConnection, ServerList } from './server-list.js';
import type { ForgottenConnections, UnboundedConnection } from './forgotten-connections.js';
import type { SilentConnections } from './silent-connections.js';
import { inOneTrip } from './in-one-trip.js';
import { isBeginning, isEnding, withSettings, type TransactionSettings } from './transaction-settings.js';

/** How connections of a pool behave beyond what the driver does. */
export interface ConnectionBehaviour {
  /** The servers of an address that names several. */
  readonly servers?: ServerList;
  /** Behind a pooler that hands out connections per transaction: what each transaction is to begin with. */
  readonly pooled?: TransactionSettings;
  /** Who looks after connections whose server ends each statement; not behind a pooler, where one may wait for long. */
  readonly silent?: SilentConnections;
  /** Who looks after those whose server ends none. */
  readonly forgotten?: ForgottenConnections;
  /** Milliseconds after which it does; 0 = never. */
  readonly statementTimeoutMs?: number;
}

/**
 * The server has committed and its standby has not confirmed it: the wait for that was cut off. If the server is lost
 * now, so is the transaction. Whoever committed has to take it for unknown.
 */
export class CommitNotReplicated extends Error {
  override readonly name = 'CommitNotReplicated';
  /** SQLSTATE transaction_resolution_unknown */
  readonly code = '08007';

  constructor() {
    super('The transaction is committed, but its synchronous standby has not confirmed it.');
  }
}

/** SQLSTATE read_only_sql_transaction */
const READ_ONLY = '25006';

/** Of syncrep.c, English whatever the server's language only with lc_messages=C: the detail is looked at too. */
const NOT_CONFIRMED = /synchronous replication|might not have been replicated/i;

/** What this file uses of the driver's class: its types know neither its parts nor a class that extends it. */
interface DriverClient extends NodeJS.EventEmitter {
  readonly connection: NodeJS.EventEmitter & {
    readonly stream: { readonly bytesRead: number; destroy(error: Error): void };
  };
  readonly processID: number | null;
  readonly host: string;
  readonly port: number;
  connect(callback?: unknown): unknown;
  query(asked: unknown, values?: unknown, callback?: unknown): unknown;
}
const DriverClient = pg.Client as unknown as new (config?: pg.ClientConfig) => DriverClient;

type Connected = (error?: Error | null, ...rest: unknown[]) => void;
type Asked = string | (Pick<pg.QueryConfig, 'text' | 'values'> & { readonly submit?: unknown });

const boundOf = (timeoutMs: number): number => (timeoutMs > 0 ? timeoutMs : Infinity);

/** A transaction may give its statements longer: from then on the connection may be as silent. */
function boundSaidIn(text: string): number {
  const [, said] = /statement_timeout = (\d+)/.exec(text) ?? [];
  return said === undefined ? 0 : boundOf(Number(said));
}

/** The driver's class of connections, with a behaviour that all of a pool share. */
export function connectionClass({
  servers,
  pooled,
  silent,
  forgotten,
  statementTimeoutMs = 0,
}: ConnectionBehaviour): typeof pg.Client {
  class Connection extends DriverClient implements ListedConnection, UnboundedConnection {
    server: Host | undefined;
    boundMs = boundOf(statementTimeoutMs);
    private readonly sentAt = new Set<{ readonly at: number }>();
    private isConnected = false;
    private isNotConfirmed = false;
    private inTransaction = false;

    constructor(config?: pg.ClientConfig) {
      super(config);
      // A server that ends may say so in the packet that says it is ready, before whoever asked for the connection can
      // listen: without a listener that ends the process. What is asked of it then fails, and the pool lets it go.
      this.on('error', () => {});
      this.once('connect', () => {
        this.isConnected = true;
        if (statementTimeoutMs > 0) silent?.add(this);
        else forgotten?.add(this);
      });
      this.once('end', () => {
        silent?.remove(this);
        forgotten?.remove(this);
      });
      this.on('notice', ({ message = '', detail = '' }: Partial<Record<string, string>>) => {
        if (NOT_CONFIRMED.test(`${message} ${detail}`)) this.isNotConfirmed = true;
      });
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
        // Not of one that begins so: whoever wants to read may do that there.
        if (this.isConnected && parameterName === 'default_transaction_read_only' && parameterValue === 'on')
          this.cut('the server takes no writes any more');
      });
    }

    get waitingSince(): number | undefined {
      const [oldest] = this.sentAt;
      return oldest?.at;
    }

    get bytesRead(): number {
      return this.connection.stream.bytesRead;
    }

    cut(reason: string): void {
      servers?.forget();
      const error = Object.assign(new Error(`The connection was given up: ${reason}.`), { code: 'ECONNRESET' });
      this.connection.stream.destroy(error);
    }

    override connect(callback?: unknown): unknown {
      if (typeof callback === 'function') return this.connectTo(callback as Connected);
      return new Promise<void>((resolve, reject) => this.connectTo((error) => (error ? reject(error) : resolve())));
    }

    private connectTo(done: Connected): void {
      if (servers === undefined) return void super.connect(done);
      servers.current().then((server) => {
        Object.assign(this, server);
        super.connect((error?: Error | null, ...rest: unknown[]) => {
          if (error) servers.forget();
          else this.join(servers, server);
          done(error, ...rest);
        });
      }, done);
    }

    private join(list: ServerList, server: Host): void {
      this.server = server;
      list.add(this);
      this.once('error', () => list.forget());
      this.once('end', () => list.remove(this));
    }

    override query(asked: Asked, values?: unknown, callback?: unknown): unknown {
      const isStream = typeof asked !== 'string' && asked.submit !== undefined;
      if (isStream || typeof values === 'function' || callback !== undefined)
        return super.query(asked, values, callback);
      if (typeof asked === 'string') this.boundMs = Math.max(this.boundMs, boundSaidIn(asked));
      return this.watched(pooled === undefined ? this.send(asked, values) : this.sendPooled(pooled, asked, values));
    }

    private send(asked: Asked, values?: unknown): Promise<pg.QueryResult> {
      return super.query(asked, values) as Promise<pg.QueryResult>;
    }

    /** Of the connections behind a pooler, another one may get the next statement: nothing is left behind on one. */
    private async sendPooled(settings: TransactionSettings, asked: Asked, given?: unknown): Promise<pg.QueryResult> {
      const { text, values = given } = typeof asked === 'string' ? { text: asked } : asked;
      if (isBeginning(text)) {
        this.inTransaction = true;
        return this.send(withSettings(text, settings));
      }
      const unnamed = { text, values: values as unknown[] };
      const ends = isEnding(text);
      const isInside = this.inTransaction;
      if (ends) this.inTransaction = false;
      if (isInside || ends || !settings.boundsStatements) return this.send(unnamed);
      const [began, answered, ended] = await inOneTrip(this as unknown as pg.PoolClient, () => [
        this.send(withSettings('begin', settings)),
        this.send(unnamed),
        this.send('commit'), // of a transaction that failed, it rolls back
      ]);
      for (const part of [answered!, began!, ended!]) if (part.status === 'rejected') throw part.reason;
      return (answered as PromiseFulfilledResult<pg.QueryResult>).value;
    }

    private async watched(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
      const sent = { at: performance.now() };
      this.sentAt.add(sent);
      try {
        const result = await answer;
        if (!this.isNotConfirmed) return result;
        this.isNotConfirmed = false;
        throw new CommitNotReplicated();
      } catch (error) {
        if ((error as { code?: unknown }).code === READ_ONLY) this.cut('the server takes no writes');
        throw error;
      } finally {
        this.sentAt.delete(sent);
      }
    }
  }
  return Connection as unknown as typeof pg.Client;
}
