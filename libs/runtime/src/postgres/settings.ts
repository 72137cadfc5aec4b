import fs from 'node:fs';

const MEBIBYTE = 1024 * 1024;

/** What the machine offers and what the cluster is for. */
export interface SettingsInput {
  readonly port: number;
  readonly memoryBytes: number;
  /** False only for throw-away clusters of tests: a crash of the machine may then destroy it. */
  readonly durable: boolean;
  readonly compressesWith: 'lz4' | 'pglz';
}

/** The server's settings, given on its command line so that they always fit the running Gable and machine. */
export function postgresSettings({
  port,
  memoryBytes,
  durable,
  compressesWith,
}: SettingsInput): Record<string, string> {
  const memory = memoryBytes / MEBIBYTE;
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // No socket file: its path would be too long in deep folders, and the loopback port with a password is enough.
    unix_socket_directories: '',
    max_connections: '100',
    // A search that finds its pages in PostgreSQL's own memory takes half the time of one that asks the system.
    shared_buffers: durable ? megabytes(memory / 8, 64, 4096) : megabytes(memory / 16, 64, 512),
    effective_cache_size: megabytes(memory / 2, 256, 16_384),
    work_mem: '16MB',
    maintenance_work_mem: megabytes(memory / 32, 64, 256),
    dynamic_shared_memory_type: hasRoomForSharedMemory() ? 'posix' : 'mmap',
    max_wal_size: '2GB',
    min_wal_size: '128MB',
    checkpoint_timeout: '15min',
    wal_compression: compressesWith,
    random_page_cost: '1.1',
    jit: 'off',
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
    idle_in_transaction_session_timeout: '60s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    ...(durable ? { synchronous_commit: 'on' } : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

function megabytes(value: number, least: number, most: number): string {
  return `${Math.round(Math.min(Math.max(value, least), most))}MB`;
}

/** Containers often have a /dev/shm of 64 MB, in which parallel queries fail. */
function hasRoomForSharedMemory(): boolean {
  try {
    const { bsize, blocks } = fs.statfsSync('/dev/shm');
    return bsize * blocks >= 256 * MEBIBYTE;
  } catch {
    return process.platform !== 'linux';
  }
}
