import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@gable/runtime';
import { leaveOut } from '../leave-out.js';
import { queryOnce } from './query-once.js';

/** A PgBouncer in transaction mode before one database. */
export interface PgBouncer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** `nobody`: PgBouncer refuses to run as root. */
const NOBODY = 65534;

/** The version of the PgBouncer of this machine; undefined where there is none. */
export function pgBouncerVersion(): string | undefined {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8', env: environment() });
  return /PgBouncer (\S+)/.exec(stdout ?? '')?.[1];
}

/** `describe` where a PgBouncer is installed; else says loudly that nothing was proved. */
export function describePgBouncer(says: string, specs: () => void): void {
  const version = pgBouncerVersion();
  if (version === undefined) leaveOut(says, 'needs PgBouncer (apt-get install pgbouncer).', specs);
  else describe(`${says} (PgBouncer ${version})`, specs);
}

/** Starts it with as few server connections as said. Settings are those of docs/high-availability.md. */
export async function startPgBouncer(databaseUrl: string, serverConnections = 4): Promise<PgBouncer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-pgbouncer-'));
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const users = path.join(folder, 'users.txt');
  fs.writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  fs.writeFileSync(
    file,
    [
      '[databases]',
      `${pathname.slice(1)} = host=${hostname} port=${serverPort} dbname=${pathname.slice(1)}`,
      '[pgbouncer]',
      ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', `auth_file = ${users}`],
      ...['auth_type = scram-sha-256', 'pool_mode = transaction', `default_pool_size = ${serverConnections}`],
      'max_client_conn = 500',
    ].join('\n'),
  );
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  for (const each of [folder, file, users]) if ('uid' in asNobody) fs.chownSync(each, NOBODY, NOBODY);
  const child = spawn('pgbouncer', ['-q', file], {
    ...asNobody,
    cwd: '/',
    env: environment(),
    stdio: ['ignore', 2, 2],
  });
  const url = Object.assign(new URL(databaseUrl), { port: String(port) }).href;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    const answers = await queryOnce(url, 'select 1').catch(() => undefined);
    if (answers !== undefined) break;
    await sleep(50);
  }
  return {
    url,
    pid: child.pid!,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      fs.rmSync(folder, { recursive: true });
    },
  };
}

/** Debian puts it where only root looks. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin` };
}
