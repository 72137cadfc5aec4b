import type pg from 'pg';
import { inOneTrip } from '../connections/in-one-trip.js';
import { wasCutOff } from './is-transient.js';
import { rowsFrom } from './prepared.js';
import type { Queryable } from './queryable.js';
import { StatementTimes } from './statement-times.js';
import { tracedStatement } from './traced-statement.js';

/** How a pool of connections is doing. */
export interface PoolFigures {
  /** As PostgreSQL shows it in pg_stat_activity; with ` sessions` behind it for connections of sessions. */
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

/** Connections that single statements share. */
export class StatementPool implements Queryable {
  constructor(protected readonly pool: pg.Pool) {}

  async query<Row extends object>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return tracedStatement(text, () => withClient(this.pool, (client) => rowsFrom<Row>(client, text, parameters)));
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
    return tracedStatement(text, () => readWithin<Row>(this.pool, milliseconds, text, parameters));
  }

  /** Whether three of four connections have nothing to do, so that a piece of work may take a second one. */
  hasRoom(): boolean {
    const { size, inUse, waiting } = figuresOf(this.pool);
    return waiting === 0 && inUse <= size / 4;
  }

  /** Of this process, without asking the server. */
  poolFigures(): PoolFigures[] {
    return [figuresOf(this.pool)];
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

async function readWithin<Row extends object>(
  pool: pg.Pool,
  milliseconds: number,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[] | null> {
  return withClient(pool, async (client) => {
    const answers = await inOneTrip(client, () => [
      client.query(`begin read only; set local statement_timeout = ${Math.max(1, Math.round(milliseconds))}`),
      client.query(text, parameters as unknown[]),
      client.query('commit'), // of a transaction that failed, it rolls back
    ]);
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed === undefined) return (answers[1] as PromiseFulfilledResult<pg.QueryResult<Row>>).value.rows;
    if (wasCutOff(failed.reason)) return null;
    throw failed.reason;
  });
}

/** Runs work on a connection of the pool. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const { client, giveBack } = await takeClient(pool);
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

/** Takes a connection of the pool, to be given back by hand. */
export async function takeClient(pool: pg.Pool) {
  const times = StatementTimes.current();
  const connected = times?.connecting.begin();
  const client = await pool.connect().finally(connected);
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

export function figuresOf({ options, totalCount, idleCount, waitingCount }: pg.Pool, suffix = ''): PoolFigures {
  return {
    applicationName: `${options.application_name ?? 'gable'}${suffix}`,
    size: options.max,
    inUse: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  };
}

/**
 * An answer of the server (it has an SQLSTATE of five characters): the connection itself is sound. Class 57 is the
 * server going down.
 */
function isOfStatement(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57');
}
