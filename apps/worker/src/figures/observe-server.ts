import type { ServerSessions, ServerStore, TableSize } from '@gable/persistence/operation';
import { Gauge, keptRead, sharedRead, type Registry } from '@gable/runtime';

/** Sizes are read over: they change slowly, and each table is looked at. */
const SIZES_KEPT_MS = 60_000;
/** A table may be locked for long; the sizes of before stay meanwhile. */
const SIZES_WITHIN_MS = 2_000;

/** What PostgreSQL says of itself. Every worker shows the same, so that rules take the highest. */
export function observeServer(registry: Registry, server: Pick<ServerStore, 'sessions' | 'tables'>): void {
  observeSessions(
    registry,
    sharedRead(() => server.sessions()),
  );
  observeTables(
    registry,
    keptRead(SIZES_KEPT_MS, () => server.tables(SIZES_WITHIN_MS)),
  );
}

function observeSessions(registry: Registry, read: () => Promise<ServerSessions>): void {
  const registers = [registry];
  new Gauge({
    name: 'gable_database_connections',
    help: 'Connections to this database, by what they do; of other databases of the server together.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { active, idle, inTransaction, ofOtherDatabases } = await read();
      this.set({ state: 'active' }, active);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'in-transaction' }, inTransaction);
      this.set({ state: 'other-database' }, ofOtherDatabases);
    },
  });
  const gauge = (name: string, help: string, of: (sessions: ServerSessions) => number) =>
    new Gauge({
      name: `gable_database_${name}`,
      help,
      registers,
      async collect() {
        this.set(of(await read()));
      },
    });
  gauge('max_connections', 'Connections that the server takes.', ({ maxConnections }) => maxConnections);
  gauge('lock_waits', 'Sessions that wait for a lock.', ({ lockWaits }) => lockWaits);
  gauge('longest_lock_wait_seconds', 'How long the longest of them waits.', (sessions) => {
    return sessions.longestLockWaitSeconds;
  });
  gauge(
    'oldest_transaction_id_seconds',
    'How long the oldest transaction of the server has been open that has an id: matching waits for it.',
    ({ oldestTransactionIdSeconds }) => oldestTransactionIdSeconds,
  );
  gauge(
    'oldest_snapshot_seconds',
    'How long the oldest snapshot has been held: nothing that ended since is vacuumed.',
    ({ oldestSnapshotSeconds }) => oldestSnapshotSeconds,
  );
}

/** The number of tables is that of the schema: partitions count under their table. */
function observeTables(registry: Registry, read: () => Promise<TableSize[] | null>): void {
  const gauge = (name: string, help: string, of: (table: TableSize) => number) =>
    new Gauge({
      name: `gable_table_${name}`,
      help,
      labelNames: ['table'],
      registers: [registry],
      async collect() {
        for (const table of (await read()) ?? []) this.set({ table: table.name }, of(table));
      },
    });
  gauge('bytes', 'Size of the table with its indexes and partitions.', ({ bytes }) => bytes);
  gauge('rows', 'Rows of the table, as PostgreSQL estimates them.', ({ rows }) => rows);
  gauge('dead_rows', 'Rows of the table that wait to be vacuumed, as PostgreSQL estimates them.', (table) => {
    return table.deadRows;
  });
}
