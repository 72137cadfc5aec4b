import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Refusal } from './refusal.mjs';

/** OpenSearch refuses to run as root, so root starts it as an unprivileged user. Empty for everybody else. @throws Refusal without such a user. */
export function serverUser() {
  if (process.getuid?.() !== 0) return {};
  const name = process.env.OPENSEARCH_USER || 'nobody';
  const id = (flag) => spawnSync('id', [flag, name], { encoding: 'utf8' });
  if (id('-u').status !== 0)
    throw new Refusal(
      `OpenSearch refuses to run as root and there is no user '${name}' to run it as; set OPENSEARCH_USER.`,
    );
  return { uid: Number(id('-u').stdout), gid: Number(id('-g').stdout) };
}

/** Writes the configuration of one loopback-only node; answers its folders. The distribution itself stays as it was unpacked. */
export function configure({ dist, node }, { port, user, javaHome }) {
  const folders = Object.fromEntries(['config', 'data', 'logs', 'tmp'].map((name) => [name, path.join(node, name)]));
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
  if (user.uid !== undefined) handOver(node, dist, folders.data, user);
  return folders;
}

function jvmOptions(dist, logs, javaHome) {
  const javaModules = spawnSync(path.join(javaHome, 'bin', 'java'), ['--list-modules'], { encoding: 'utf8' }).stdout;
  return fs
    .readFileSync(path.join(dist, 'config/jvm.options'), 'utf8')
    .replace(/^.*--add-modules=(\S+)$/gm, (line, module) => (javaModules.includes(module) ? line : '')) // optional; trimmed runtimes lack it
    .replace(/^.*-Xlog:gc.*$/m, '') // the shipped options log into the distribution's folder
    .replace('HeapDumpPath=data', `HeapDumpPath=${logs}`)
    .replace('ErrorFile=logs', `ErrorFile=${logs}`);
}

function handOver(node, dist, data, user) {
  for (const entry of [node, ...fs.readdirSync(node, { recursive: true }).map((name) => path.join(node, name))])
    fs.lchownSync(entry, user.uid, user.gid);
  if (
    spawnSync('/bin/sh', ['-c', 'test -w "$0" && test -r "$1"', data, path.join(dist, 'bin/opensearch')], user)
      .status !== 0
  ) {
    throw new Refusal(
      `user ${user.uid}, whom OpenSearch runs as, cannot enter ${node} or ${dist}; let others enter that folder (chmod 755), or choose a GABLE_HOME (or --home) outside of folders that only root may enter.`,
    );
  }
}
