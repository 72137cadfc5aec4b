import type pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { inOneTrip } from './in-one-trip.js';
import { namedQuery } from './prepared.js';
import { StatementTimes } from './statement-times.js';
import { tracedStatement } from './traced-statement.js';

/** Runs statements: the database itself, or one transaction on it. */
export interface Queryable {
  /** Runs one statement with $1… parameters and answers its rows. */
  query<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/** A transaction handed along as an opaque value: stores take it, only this library looks inside. */
export class Transaction implements Queryable {
  constructor(readonly client: pg.PoolClient) {}

  async query<Row extends object>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return tracedStatement(text, async () => (await this.client.query<Row>(namedQuery(text, parameters))).rows);
  }
}

/** One connection of a pool, held for as long as its session is needed. */
export interface Session extends Queryable {
  close(): void;
}

/** How a pool of connections is doing. */
export interface PoolFigures {
  /** As PostgreSQL shows it in pg_stat_activity. */
  readonly applicationName: string;
  /** Connections that it may open. */
  readonly size: number;
  /** Connections that work for somebody. */
  readonly inUse: number;
  /** Open, and free. */
  readonly idle: number;
  /** Who waits for a connection. */
  readonly waiting: number;
}

/** A pool of connections to PostgreSQL with the entities of this library on it. */
export class Database implements Queryable {
  constructor(private readonly source: DataSource) {}

  async query<Row extends object>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return tracedStatement(text, async () => {
      const query = namedQuery(text, parameters);
      if (StatementTimes.current() === undefined) return (await poolOf(this.source).query<Row>(query)).rows;
      return this.withClient(async (client) => (await client.query<Row>(query)).rows);
    });
  }

  /**
   * The rows of one statement that only reads; null where it took longer than so many milliseconds, after which the
   * server has ended it.
   */
  async queryWithin<Row extends object>(
    milliseconds: number,
    text: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[] | null> {
    return tracedStatement(text, () => this.readWithin<Row>(milliseconds, text, parameters));
  }

  private async readWithin<Row extends object>(
    milliseconds: number,
    text: string,
    parameters: readonly unknown[],
  ): Promise<Row[] | null> {
    return this.withClient(async (client) => {
      const answers = await inOneTrip(client, () => [
        client.query(`begin read only; set local statement_timeout = ${Math.max(1, Math.round(milliseconds))}`),
        client.query(text, parameters as unknown[]),
        client.query('commit'), // of a transaction that failed, it rolls back
      ]);
      const failed = answers.find((answer) => answer.status === 'rejected');
      if (failed === undefined) return (answers[1] as PromiseFulfilledResult<pg.QueryResult<Row>>).value.rows;
      if ((failed.reason as { code?: unknown }).code === QUERY_CANCELED) return null;
      throw failed.reason;
    });
  }

  /** Commits what `work` did, or nothing of it when it throws. */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.withClient(async (client) => {
      await client.query('begin');
      try {
        const result = await work(new Transaction(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => {}); // then the connection is lost, and the server rolls back
        throw error;
      }
    });
  }

  /**
   * Runs `work` while this process alone, of all on this database, holds the numbered lock; answers undefined at once
   * when another holds it. The lock belongs to a connection of its own: a killed process loses it with the connection.
   * `lost` aborts where the connection breaks: then another process may have the lock.
   */
  async withLock<T>(lock: number, work: (lost: AbortSignal) => Promise<T>): Promise<T | undefined> {
    return this.withClient(async (client) => {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lock]);
      if (!rows[0]!.held) return undefined;
      const lost = new AbortController();
      const onError = (error: Error): void => lost.abort(error);
      client.on('error', onError);
      try {
        return await work(lost.signal);
      } finally {
        client.off('error', onError);
        await client.query('select pg_advisory_unlock($1)', [lock]);
      }
    });
  }

  /**
   * A connection of its own until it is closed, for what belongs to a session. Once closed it is not used again:
   * whatever the session had goes with it.
   */
  async openSession(): Promise<Session> {
    const { client, giveBack } = await this.takeClient();
    return {
      query: async <Row extends object>(text: string, parameters: readonly unknown[] = []) =>
        (await client.query<Row>(text, parameters as unknown[])).rows,
      close: () => giveBack(new Error('the session has ended')),
    };
  }

  private async withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const { client, giveBack } = await this.takeClient();
    let lost: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      lost = isOfStatement(error) ? undefined : (error as Error);
      throw error;
    } finally {
      giveBack(lost);
    }
  }

  private async takeClient() {
    const times = StatementTimes.current();
    const connected = times?.connecting.begin();
    const client = await poolOf(this.source).connect().finally(connected);
    const done = times?.connected.begin();
    let lost: Error | undefined;
    const onError = (error: Error) => {
      lost = error;
    }; // without a listener, a connection lost between two statements ends the process
    client.on('error', onError);
    return {
      client,
      /** A connection that may be lost is thrown away, not handed on. */
      giveBack: (because?: Error): void => {
        client.off('error', onError);
        client.release(lost ?? because);
        done?.();
      },
    };
  }

  /** TypeORM's own door, for the tables that are not hot. */
  get manager(): EntityManager {
    return this.source.manager;
  }

  /** Of this process, without asking the server. */
  poolFigures(): PoolFigures {
    const { options, totalCount, idleCount, waitingCount } = poolOf(this.source);
    return {
      applicationName: options.application_name ?? 'gable',
      size: options.max,
      inUse: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
    };
  }

  /** The database's clock: the one clock that every process shares. */
  async now(): Promise<Date> {
    const [row] = await this.query<{ now: Date }>(`select date_trunc('milliseconds', clock_timestamp()) as now`);
    return row!.now;
  }

  async close(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}

/** SQLSTATE */
const QUERY_CANCELED = '57014';

/**
 * An answer of the server (it has an SQLSTATE of five characters): the connection itself is sound. Class 57 is the
 * server going down.
 */
function isOfStatement(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57');
}

function poolOf(source: DataSource): pg.Pool {
  return (source.driver as unknown as { master: pg.Pool }).master;
}
