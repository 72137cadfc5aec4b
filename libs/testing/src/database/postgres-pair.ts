import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquirePostgres, freePort } from '@gable/runtime';
import { queryOnce } from './query-once.js';

const STANDBY_NAME = 'standby';

/** A PostgreSQL of a pair, as an operator handles it. */
export interface PairServer {
  readonly url: string;
  /** `kill -9` of the postmaster; resolves once the server is gone with all of its processes. */
  kill(): Promise<void>;
  /** Stops every process of it where it stands: it takes connections and answers nothing. */
  hang(): void;
  query(text: string): Promise<Record<string, unknown>[]>;
}

/** A server of a pair and where its files lie. */
interface PlacedServer extends PairServer {
  readonly directory: string;
}

const SYNCHRONOUS = `alter system set synchronous_standby_names = '${STANDBY_NAME}'`;

/**
 * Two real servers: a primary, and a standby made of its base backup (`pg_backup_start`, a copy, `pg_backup_stop`),
 * which streams from it.
 */
export class PostgresPair {
  private constructor(
    readonly home: string,
    /** One address that names both servers, the standby first: it is not the one that takes writes. */
    readonly bothUrl: string,
    private current: { readonly primary: PlacedServer; readonly standby: PlacedServer },
    private readonly synchronous: boolean,
    private readonly drop: () => Promise<void>,
  ) {}

  /** `prepare` fills the primary before the standby is made. `synchronous`: a commit waits for the standby. */
  static async begin(prepare: (url: string) => Promise<unknown>, { synchronous = false } = {}): Promise<PostgresPair> {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-pair-'));
    fs.chmodSync(home, 0o711); // as root the servers run as another user, who has to get in
    const embedded = await acquirePostgres({ home });
    await prepare(embedded.url);
    const { url, dataDirectory } = embedded;
    const first = { ...pairServer(url, () => embedded.pid), directory: dataDirectory };
    const port = await freePort();
    const second = await makeStandby(first, path.join(path.dirname(dataDirectory), STANDBY_NAME), port);
    const bothUrl = url.replace(/@[^/]+/, `@${authorityOf(second.url)},${authorityOf(url)}`);
    const pair = new PostgresPair(home, bothUrl, { primary: first, standby: second }, synchronous, async () => {
      await embedded.release();
      fs.rmSync(path.dirname(dataDirectory), { recursive: true, force: true });
      fs.rmSync(home, { recursive: true, force: true });
    });
    await pair.follow();
    return pair;
  }

  get primary(): PairServer {
    return this.current.primary;
  }

  get standby(): PairServer {
    return this.current.standby;
  }

  /** As an operator does it once the primary is gone; resolves when the standby takes writes. */
  async promote(): Promise<void> {
    while (!(await answers(this.standby))) await sleep(50); // it begins anew where its receiver was killed
    await this.standby.query('select pg_promote(true, 600)');
  }

  /**
   * After `promote`: ends what was the primary, and makes a standby of the promoted server in its place, at its
   * address. Both have changed their parts.
   */
  async rebuild(): Promise<void> {
    const { primary: left, standby: primary } = this.current;
    await left.kill();
    fs.rmSync(left.directory, { recursive: true, force: true });
    const standby = await makeStandby(primary, left.directory, Number(new URL(left.url).port));
    this.current = { primary, standby };
    await this.follow();
  }

  /** `kill -9` of the standby's receiver: what is committed until it streams again waits for it. */
  async cutStream(): Promise<void> {
    const [receiver] = await this.standby.query('select pid from pg_stat_wal_receiver');
    signal(receiver!.pid as number, 'SIGKILL');
  }

  /** Waits until the standby has replayed all that the primary holds. */
  async catchUp(): Promise<void> {
    const [{ position }] = (await this.primary.query('select pg_current_wal_flush_lsn() as position')) as [
      { position: string },
    ];
    while ((await this.standby.query(`select where pg_last_wal_replay_lsn() >= '${position}'::pg_lsn`)).length === 0)
      await sleep(20);
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.kill(), this.standby.kill()]);
    await this.drop();
  }

  /** Waits until the standby streams, and lets commits wait for it from then on where they are to. */
  private async follow(): Promise<void> {
    const isStreaming = `select from pg_stat_replication where state = 'streaming'`;
    while ((await this.primary.query(isStreaming)).length === 0) await sleep(50);
    if (!this.synchronous) return;
    await this.primary.query(SYNCHRONOUS);
    await this.primary.query('select pg_reload_conf()');
    const isSynchronous = `select from pg_stat_replication where sync_state = 'sync'`;
    while ((await this.primary.query(isSynchronous)).length === 0) await sleep(50);
  }
}

const answers = (server: PairServer): Promise<boolean> =>
  server.query('select 1').then(
    () => true,
    () => false,
  );

/** Makes a standby of a running server in an empty place, and starts it. */
async function makeStandby(primary: PlacedServer, directory: string, port: number): Promise<PlacedServer> {
  await copyCluster(primary.url, primary.directory, directory);
  const { child, url } = await startStandby(primary, directory, port);
  return { ...pairServer(url, () => child.pid!), directory };
}

function pairServer(url: string, pidOf: () => number): PairServer {
  return {
    url,
    async kill() {
      const pid = pidOf();
      const members = [pid, ...childrenOf(pid)];
      for (const member of members) signal(member, 'SIGKILL');
      while (members.some(isAlive)) await sleep(20);
    },
    hang() {
      const pid = pidOf();
      for (const member of [pid, ...childrenOf(pid)]) signal(member, 'SIGSTOP');
    },
    query: (text) => queryOnce(url, text),
  };
}

/** A base backup by the functions of the server: files are copied while it runs, and its log makes them whole. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect(); // both functions in one session
  try {
    await client.query(`select pg_backup_start('${STANDBY_NAME}', true)`);
    spawnSync('cp', ['-Rp', from, to], { stdio: 'ignore' }); // files that vanish meanwhile are no trouble
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    for (const name of ['postmaster.pid', 'postmaster.opts']) fs.rmSync(path.join(to, name), { force: true });
    const owner = fs.statSync(from);
    const write = (name: string, content: string): void => {
      fs.writeFileSync(path.join(to, name), content, { mode: 0o600 });
      fs.chownSync(path.join(to, name), owner.uid, owner.gid);
    };
    write('backup_label', rows[0]!.labelfile);
    write('standby.signal', '');
    for (const name of fs.readdirSync(path.join(to, 'pg_wal')))
      if (/^[0-9A-F]{24}$/.test(name)) fs.rmSync(path.join(to, 'pg_wal', name));
  } finally {
    await client.end();
  }
}

/** Starts it with the program and the settings of the primary. */
async function startStandby(
  primary: PlacedServer,
  directory: string,
  port: number,
): Promise<{ child: ChildProcess; url: string }> {
  const { hostname, port: primaryPort, username, password } = new URL(primary.url);
  const conninfo = Object.entries({
    host: hostname,
    port: primaryPort,
    user: username,
    password: decodeURIComponent(password),
    application_name: STANDBY_NAME,
  })
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  const [program = '', ...given] = commandOf(primary.directory);
  const settings = given
    .filter((each) => each.includes('=') && !/^(port|primary_conninfo|wal_retrieve_retry_interval)=/.test(each))
    .concat(`port=${port}`, `primary_conninfo=${conninfo}`, 'wal_retrieve_retry_interval=200ms');
  const args = ['-D', directory, ...settings.flatMap((setting) => ['-c', setting])];
  const log = fs.openSync(path.join(path.dirname(directory), 'standby.log'), 'a');
  const { uid, gid } = fs.statSync(directory);
  const child = spawn(program, args, {
    ...(process.getuid?.() === 0 && { uid, gid }),
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  const url = Object.assign(new URL(primary.url), { port: String(port) }).href;
  for (;;) {
    try {
      await queryOnce(url, 'select 1');
      return { child, url };
    } catch (error) {
      if (child.exitCode !== null)
        throw new Error(`The standby did not start; see ${path.dirname(directory)}/standby.log`, { cause: error });
      await sleep(50);
    }
  }
}

/** What `postmaster.opts` holds: the program and its arguments, each in double quotes behind the first. */
function commandOf(dataDirectory: string): string[] {
  const text = fs.readFileSync(path.join(dataDirectory, 'postmaster.opts'), 'utf8').trim();
  const [program = ''] = text.split(' "');
  return [program, ...[...text.matchAll(/"([^"]*)"/g)].map(([, argument]) => argument!)];
}

function authorityOf(url: string): string {
  return new URL(url).host;
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent = 0]) => (parent === pid ? [child] : []));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it is gone
  }
}

/** Also a zombie is gone: its parent has not looked yet. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}
