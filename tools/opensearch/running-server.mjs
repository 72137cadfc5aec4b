import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** What the state file of a home says of its server, where that server lives: a state file can outlive it, and its pid be taken by another process. */
export function runningServer({ node, state }) {
  const server = readJson(state);
  return server && commandLineOf(server.pid).includes(node + path.sep) ? server : undefined;
}

export async function isHealthy(url) {
  try {
    const response = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=5s`, {
      signal: AbortSignal.timeout(10_000),
    });
    return response.ok && !(await response.json()).timed_out;
  } catch {
    return false;
  }
}

/** The port itself where it is free (any free one for 0), undefined where it is taken. */
export function freePort(wanted) {
  return new Promise((resolve) => {
    const probe = net.createServer().once('error', () => resolve(undefined));
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function commandLineOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''; // not Linux, or gone
  }
}
