// One real, loopback-only OpenSearch node for development, specs and benchmarks. Nothing here is for production.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { configure, serverUser } from './configure.mjs';
import { install } from './install.mjs';
import { provideJava } from './java.mjs';
import { layout, VERSION } from './layout.mjs';
import { Refusal } from './refusal.mjs';
import { freePort, isHealthy, runningServer } from './running-server.mjs';

export { findJavaHome } from './java.mjs';
export { Refusal } from './refusal.mjs';

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;

/**
 * Starts the server of a home, or finds it running; answers when it is healthy. The first start fetches the server and, where there is none, a Java. `port` 0 takes
 * any free one; `software` is a folder for what is fetched, so that homes can share it. @throws Refusal with what to do.
 * @returns {Promise<{url: string, pid: number, version: string, heap: string, home: string, reused: boolean, seconds?: number}>}
 */
export async function start({ home, software, port = 9200, heap = '512m' }) {
  const began = Date.now();
  const paths = layout({ home, software });
  const running = runningServer(paths);
  if (running) {
    while (!(await isHealthy(running.url)) && runningServer(paths) && Date.now() - began < START_TIMEOUT_MS)
      await sleep(500);
    return { ...running, reused: true };
  }
  const user = serverUser();
  const free = await freePort(port);
  if (free === undefined) throw new Refusal(`port ${port} on 127.0.0.1 is taken by another process; choose a --port.`);
  const javaHome = provideJava(paths.java);
  await install(paths.dist);
  const folders = configure(paths, { port: free, user, javaHome });
  const log = path.join(folders.logs, 'console.log');
  const child = launch(paths.dist, folders, { user, javaHome, heap, log });
  const server = { url: `http://127.0.0.1:${free}`, pid: child.pid, version: VERSION, heap, home: paths.home };
  fs.writeFileSync(paths.state, JSON.stringify(server)); // bash execs java, so the pid is the server's
  while (!(await isHealthy(server.url))) {
    if (!child.ended && Date.now() - began < START_TIMEOUT_MS) {
      await sleep(200);
      continue;
    }
    await stop({ home });
    const said = fs.readFileSync(log, 'utf8').split('\n').slice(-25).join('\n');
    throw new Refusal(
      `OpenSearch did not become healthy${child.ended ? ` (it ended: ${child.ended})` : ''}; the end of its log:\n${said}`,
    );
  }
  return { ...server, reused: false, seconds: (Date.now() - began) / 1000 };
}

/** Stops the server of a home and waits until it is gone. */
export async function stop({ home }) {
  const paths = layout({ home });
  const server = runningServer(paths);
  if (server) {
    process.kill(server.pid, 'SIGTERM');
    for (const began = Date.now(); runningServer(paths); await sleep(100)) {
      if (Date.now() - began > STOP_TIMEOUT_MS) process.kill(server.pid, 'SIGKILL');
    }
  }
  fs.rmSync(paths.state, { force: true });
  return { stopped: Boolean(server), ...(server && { pid: server.pid }) };
}

/** The running server of a home, or `{running: false}`. */
export function status({ home }) {
  return runningServer(layout({ home })) ?? { running: false };
}

function launch(dist, { config, data, tmp }, { user, javaHome, heap, log }) {
  const output = fs.openSync(log, 'w');
  // The data are named for whoever looks for this server: also in the moment before the shell has become java, its command line tells whose it is.
  const child = spawn('bash', [path.join(dist, 'bin/opensearch'), `-Epath.data=${data}`], {
    ...user,
    cwd: dist,
    detached: true,
    stdio: ['ignore', output, output],
    env: {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      OPENSEARCH_JAVA_HOME: javaHome,
      OPENSEARCH_PATH_CONF: config,
      OPENSEARCH_TMPDIR: tmp,
      OPENSEARCH_JAVA_OPTS: `-Xms${heap} -Xmx${heap} -Xss4m`, // with the default 1m stack a query some 330 levels deep kills the whole node
    },
  });
  fs.closeSync(output);
  child
    .once('error', (error) => (child.ended = error.message))
    .once('exit', (code, signal) => (child.ended = `code ${code ?? signal}`));
  child.unref();
  return child;
}
