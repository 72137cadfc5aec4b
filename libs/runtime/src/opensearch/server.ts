import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../network/free-port.js';
import { configure, serverUser, type ServerFolders, type ServerUser } from './configure.js';
import { install } from './install.js';
import { provideJava } from './java.js';
import { layout, VERSION } from './layout.js';
import { isHealthy, runningServer, type OpenSearchServer } from './running-server.js';
import { OpenSearchStartError } from './start-error.js';

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;

/**
 * How one loopback-only OpenSearch node for development, specs and benchmarks is started. Nothing here is for
 * production.
 */
export interface OpenSearchOptions {
  /** The folder of this server. */
  readonly home: string;
  /** A folder for what is fetched, so that homes can share it; by default the home. */
  readonly software?: string;
  /** 0 = any free one; 9200 by default. */
  readonly port?: number;
  /** As Java takes it; `512m` by default. */
  readonly heap?: string;
}

/** A server that answers. */
export interface StartedOpenSearch extends OpenSearchServer {
  /** It ran before. */
  readonly reused: boolean;
  /** How long the start took. */
  readonly seconds?: number;
}

/**
 * Starts the server of a home, or finds it running; answers when it is healthy. The first start fetches the server and,
 * where there is none, a Java. @throws OpenSearchStartError with what to do.
 */
export async function start({
  home,
  software,
  port = 9200,
  heap = '512m',
}: OpenSearchOptions): Promise<StartedOpenSearch> {
  const began = Date.now();
  const isInTime = () => Date.now() - began < START_TIMEOUT_MS;
  const paths = layout({ home, ...(software !== undefined && { software }) });
  const running = runningServer(paths);
  if (running) {
    while (!(await isHealthy(running.url)) && runningServer(paths) && isInTime()) await sleep(500);
    return { ...running, reused: true };
  }
  const user = serverUser();
  const free = await freePort(port);
  if (port !== 0 && free !== port)
    throw new OpenSearchStartError(`port ${port} on 127.0.0.1 is taken by another process; choose a --port.`);
  const javaHome = provideJava(paths.java);
  await install(paths.dist);
  const folders = configure(paths, { port: free, user, javaHome });
  const log = path.join(folders.logs, 'console.log');
  const { pid, ending } = launch(paths.dist, folders, { user, javaHome, heap, log });
  const server = { url: `http://127.0.0.1:${free}`, pid: pid!, version: VERSION, heap, home: paths.home };
  fs.writeFileSync(paths.state, JSON.stringify(server)); // bash execs java, so the pid is the server's
  while (!(await isHealthy(server.url))) {
    const ended = ending();
    if (ended === undefined && isInTime()) {
      await sleep(200);
      continue;
    }
    await stop({ home });
    const said = fs.readFileSync(log, 'utf8').split('\n').slice(-25).join('\n');
    throw new OpenSearchStartError(
      `OpenSearch did not become healthy${ended ? ` (it ended: ${ended})` : ''}; the end of its log:\n${said}`,
    );
  }
  return { ...server, reused: false, seconds: (Date.now() - began) / 1000 };
}

/** Stops the server of a home and waits until it is gone. */
export async function stop({ home }: Pick<OpenSearchOptions, 'home'>): Promise<{ stopped: boolean; pid?: number }> {
  const paths = layout({ home });
  const server = runningServer(paths);
  if (server) {
    process.kill(server.pid, 'SIGTERM');
    for (const began = Date.now(); runningServer(paths); await sleep(100)) {
      if (Date.now() - began > STOP_TIMEOUT_MS) process.kill(server.pid, 'SIGKILL');
    }
  }
  fs.rmSync(paths.state, { force: true });
  return { stopped: server !== undefined, ...(server && { pid: server.pid }) };
}

/** The running server of a home, or `{running: false}`. */
export function status({ home }: Pick<OpenSearchOptions, 'home'>): OpenSearchServer | { readonly running: false } {
  return runningServer(layout({ home })) ?? { running: false };
}

interface Launch {
  readonly user: ServerUser;
  readonly javaHome: string;
  readonly heap: string;
  readonly log: string;
}

/** Answers the process id, and how to ask why it ended; undefined while it runs. */
function launch(
  dist: string,
  { config, data, tmp }: ServerFolders,
  { user, javaHome, heap, log }: Launch,
): { pid: number | undefined; ending: () => string | undefined } {
  const output = fs.openSync(log, 'w');
  // The data are named for whoever looks for this server: also before the shell has become java, its command line tells
  // whose it is.
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
      // With the default stack of 1 MB a query some 330 levels deep kills the whole node.
      // What the operator says to every Java.
      JDK_JAVA_OPTIONS: process.env.JDK_JAVA_OPTIONS ?? '',
      OPENSEARCH_JAVA_OPTS: `-Xms${heap} -Xmx${heap} -Xss4m`,
    },
  });
  fs.closeSync(output);
  let ended: string | undefined;
  child
    .once('error', (error) => (ended = error.message))
    .once('exit', (code, signal) => (ended = `code ${code ?? signal}`));
  child.unref();
  return { pid: child.pid, ending: () => ended };
}
