import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Layout } from './layout.js';
import { OpenSearchStartError } from './start-error.js';

/** As whom the server runs; empty = as ourselves. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** What a server writes into. */
export type ServerFolders = Readonly<Record<(typeof FOLDERS)[number], string>>;

const FOLDERS = ['config', 'data', 'logs', 'tmp'] as const;

/**
 * OpenSearch refuses to run as root, so root starts it as an unprivileged user. @throws OpenSearchStartError without
 * such a user.
 */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const name = process.env.OPENSEARCH_USER || 'nobody';
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' });
  if (id('-u').status !== 0)
    throw new OpenSearchStartError(
      `OpenSearch refuses to run as root and there is no user '${name}' to run it as; set OPENSEARCH_USER.`,
    );
  return { uid: Number(id('-u').stdout), gid: Number(id('-g').stdout) };
}

/**
 * Writes the configuration of one loopback-only node; answers its folders. The distribution itself stays as it was
 * unpacked.
 */
export function configure(
  { dist, node }: Pick<Layout, 'dist' | 'node'>,
  { port, user, javaHome }: { port: number; user: ServerUser; javaHome: string },
): ServerFolders {
  const folders = Object.fromEntries(FOLDERS.map((name) => [name, path.join(node, name)])) as ServerFolders;
  for (const folder of Object.values(folders)) fs.mkdirSync(folder, { recursive: true });
  fs.cpSync(path.join(dist, 'config'), folders.config, { recursive: true });
  fs.writeFileSync(path.join(folders.config, 'jvm.options'), jvmOptions(dist, folders.logs, javaHome));
  const settings = {
    'cluster.name': 'gable',
    'node.name': 'gable',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': port,
    'transport.port': 0,
    'path.data': folders.data,
    'path.logs': folders.logs,
    'cluster.routing.allocation.disk.threshold_enabled': false, // a full disk must not turn indices read-only
  };
  fs.writeFileSync(
    path.join(folders.config, 'opensearch.yml'),
    Object.entries(settings)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join(''),
  );
  if (user.uid !== undefined && user.gid !== undefined)
    handOver(node, dist, folders.data, { uid: user.uid, gid: user.gid });
  return folders;
}

function jvmOptions(dist: string, logs: string, javaHome: string): string {
  const javaModules = spawnSync(path.join(javaHome, 'bin', 'java'), ['--list-modules'], { encoding: 'utf8' }).stdout;
  return (
    fs
      .readFileSync(path.join(dist, 'config/jvm.options'), 'utf8')
      // Optional modules; trimmed runtimes lack them.
      .replace(/^.*--add-modules=(\S+)$/gm, (line, module: string) => (javaModules.includes(module) ? line : ''))
      .replace(/^.*-Xlog:gc.*$/m, '') // the shipped options log into the distribution's folder
      .replace('HeapDumpPath=data', `HeapDumpPath=${logs}`)
      .replace('ErrorFile=logs', `ErrorFile=${logs}`)
  );
}

function handOver(node: string, dist: string, data: string, user: Required<ServerUser>): void {
  const entries = fs.readdirSync(node, { recursive: true, encoding: 'utf8' });
  for (const entry of [node, ...entries.map((name) => path.join(node, name))]) fs.lchownSync(entry, user.uid, user.gid);
  if (
    spawnSync('/bin/sh', ['-c', 'test -w "$0" && test -r "$1"', data, path.join(dist, 'bin/opensearch')], user)
      .status !== 0
  ) {
    throw new OpenSearchStartError(
      `user ${user.uid}, whom OpenSearch runs as, cannot enter ${node} or ${dist}; let others enter that folder ` +
        '(chmod 755), or choose a GABLE_HOME (or --home) outside of folders that only root may enter.',
    );
  }
}
