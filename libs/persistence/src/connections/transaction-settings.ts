/** What every transaction of a pool begins with, where connections cannot keep it. */
export interface TransactionSettings {
  /** Statements `set local …`, separated by semicolons. */
  readonly statements: string;
  /** Whether single statements need them, too: then each is sent in a transaction of its own. */
  readonly boundsStatements: boolean;
}

/** The settings of a pool as statements of a transaction. */
export function transactionSettings({
  statementTimeoutMs,
  idleInTransactionMs,
  parallelWorkers,
}: {
  readonly statementTimeoutMs: number;
  readonly idleInTransactionMs: number;
  readonly parallelWorkers: number | undefined;
}): TransactionSettings {
  const settings = [
    `set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
    ...(statementTimeoutMs > 0 ? [`set local statement_timeout = ${statementTimeoutMs}`] : []),
    ...(parallelWorkers === undefined ? [] : [`set local max_parallel_workers_per_gather = ${parallelWorkers}`]),
  ];
  return { statements: settings.join('; '), boundsStatements: settings.length > 1 };
}

export const isBeginning = (text: string): boolean => BEGINNING.test(text);
export const isEnding = (text: string): boolean => /^\s*(?:commit|rollback|end)\b(?!\s+to\b)/i.test(text);

/** The beginning of a transaction with the settings behind it; what else follows there is said later, and so counts. */
export function withSettings(beginning: string, { statements }: TransactionSettings): string {
  return beginning.replace(BEGINNING, (begin) => `${begin}; ${statements}`);
}

const BEGINNING = /^\s*(?:begin|start\s+transaction)\b[^;]*/i;
