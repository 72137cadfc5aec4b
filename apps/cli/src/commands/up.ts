import {
  ConfigError,
  createLogger,
  lacksSecrets,
  makeHome,
  openSecrets,
  readConfig,
  Shutdown,
  withLargePages,
  type Config,
  type Logger,
} from '@gable/runtime';
import { Command, InvalidArgumentError } from 'commander';
import fs from 'node:fs';
import path from 'node:path';
import { FAILED, printFailure, WRONG_USAGE } from '../terminal/outcome.js';
import { checkPort, reachable } from '../supervisor/check-port.js';
import { DatabaseHome } from '../supervisor/database-home.js';
import { DEMO_ACCOUNT } from '../supervisor/demo-account.js';
import { collectGarbage } from '../supervisor/collect-garbage.js';
import { DemoInThread } from '../supervisor/demo-in-thread.js';
import { DemoMark } from '../supervisor/demo-mark.js';
import { ended } from '../supervisor/ended.js';
import { SearchHome } from '../supervisor/search-home.js';
import { SupervisedChild } from '../supervisor/supervised-child.js';
import { waitUntilReady } from '../supervisor/wait-until-ready.js';

/** Children drain within 12 s; the database gets what is left of the 15 s that operators are promised. */
const CHILD_STOP_MS = 11_000;
const DATABASE_STOP_MS = 2_500;
/** Beside the database; nothing of it has to be saved. */
const SEARCH_STOP_MS = 2_500;
const WHOLE_STOP_MS = 14_500;

interface UpOptions {
  demo: boolean;
  json?: boolean;
  after: number[];
}

export function upCommand(): Command {
  return new Command('up')
    .option('--no-demo', 'leave an empty store empty, without demo data')
    .option('--after <pid...>', 'report that it is ready only after these processes have ended', readPids, [])
    .option('--json', 'report that it is ready as one JSON document on standard output')
    .action(async (options: UpOptions) => {
      const config = readConfig(process.env);
      const log = createLogger({ name: 'gable', level: config.logLevel });
      const shutdown = new Shutdown({ log, boundMs: WHOLE_STOP_MS });
      const starting = start(config, log, shutdown, options);
      shutdown.listen();
      try {
        await starting;
      } catch (error) {
        if (shutdown.signal.aborted) return shutdown.begin('interrupted');
        printFailure(error, options.json === true);
        await shutdown.begin('the start failed', error instanceof ConfigError ? WRONG_USAGE : FAILED);
      }
    });
}

async function start(config: Config, log: Logger, shutdown: Shutdown, { demo, json, after }: UpOptions): Promise<void> {
  const { signal } = shutdown;
  requireBuilt();
  await checkPort(config.host, config.port);
  makeHome(config.home);
  // Read for this alone where it is needed: not at a first start, which makes all.
  if (lacksSecrets(config) && (config.databaseUrl !== undefined || config.secretsFile !== undefined))
    await (await import('../supervisor/with-database.js')).refuseToMakeSecrets(config);
  const secrets = openSecrets(config);
  const maker = new DemoInThread();
  const isFirst = isFirstStart(config);
  // A database of this machine has its clock; a load that was interrupted keeps its instant.
  if (demo && isFirst) maker.begin(new DemoMark(config.home).read() ?? new Date());
  let homes: { database: DatabaseHome; search: SearchHome } | undefined;
  const environment = (): NodeJS.ProcessEnv => ({
    ...process.env,
    DATABASE_URL: homes!.database.url,
    OPENSEARCH_URL: homes!.search.url,
    GABLE_HOME: config.home,
    // Whoever tries Gable may try this, too; where somebody set it, it is theirs.
    ...(demo && config.operatorAccounts.length === 0 && { OPERATOR_ACCOUNTS: DEMO_ACCOUNT }),
    PORT: String(config.port),
    HOST: config.host,
    WORKER_PORT: String(config.workerPort),
  });
  const api = new SupervisedChild({ name: 'api', entry: entryOf('api'), environment, log });
  const worker = new SupervisedChild({
    name: 'worker',
    entry: entryOf('worker'),
    environment: () => withLargePages(environment()),
    log,
  });
  const children = [api, worker];
  // They read their modules while the database is made and starts.
  api.load(process.env);
  worker.load(withLargePages(process.env));
  const opening = DatabaseHome.open(config, log);
  const openingSearch = SearchHome.open(config, log, signal);
  openingSearch.catch(() => undefined); // it is waited for below, after the database
  shutdown
    .add('stop API and worker', () => Promise.all(children.map((child) => child.stop(CHILD_STOP_MS))))
    .add('stop database and search engine', () =>
      Promise.all([
        opening.then(
          (home) => home.close(DATABASE_STOP_MS),
          () => undefined,
        ),
        openingSearch.then(
          (home) => home.close(SEARCH_STOP_MS),
          () => undefined,
        ),
      ]),
    );
  // Statements and entities take longer to read than all above: children and database have begun.
  const [database, { prepareStore, welcome }] = await Promise.all([opening, import('../supervisor/prepare-store.js')]);
  signal.throwIfAborted();

  let reading: Promise<void> | undefined;
  const serveReads = (): Promise<void> =>
    (reading ??= openingSearch.then((search) => {
      signal.throwIfAborted();
      homes = { database, search };
      api.start();
    }));
  const serve = async (): Promise<void> => {
    await serveReads();
    signal.throwIfAborted();
    worker.start();
    database.watch(() => children.forEach((child) => child.restart()), signal);
    homes!.search.watch();
  };
  const { keys, search } = await prepareStore({
    url: database.ownUrl,
    config,
    log,
    secrets,
    demo: demo ? maker : undefined,
    serveReads,
    serve,
    signal,
  }).finally(() => maker.close());
  const host = reachable(config.host);
  await Promise.all([
    waitUntilReady('API', api, host, signal),
    waitUntilReady('worker', worker, host, signal),
    ended(after, signal),
  ]);
  signal.throwIfAborted();

  const address = `http://${host}:${config.port}`;
  if (json) process.stdout.write(`${JSON.stringify({ ready: true, url: address, demoKeys: keys })}\n`);
  else process.stdout.write(welcome(address, keys, search));
  if (isFirst) await collectGarbage(); // of the demo, and of making the database
}

/** Whether the embedded database never ran in this home, or not to the end of the demo. */
function isFirstStart({ home, databaseUrl }: Config): boolean {
  return (
    new DemoMark(home).read() !== undefined ||
    (databaseUrl === undefined && !fs.existsSync(path.join(home, 'postgres', 'port')))
  );
}

/** An option that is named several times or followed by several numbers. */
function readPids(text: string, before: number[]): number[] {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('Expects the id of a process.');
  return [...before, Number(text)];
}

function entryOf(app: string): string {
  return path.join(import.meta.dirname, '..', '..', '..', app, 'dist', 'main.js');
}

function requireBuilt(): void {
  const missing = ['api', 'worker'].map(entryOf).find((entry) => !fs.existsSync(entry));
  if (missing === undefined) return;
  throw new Error(
    `gable up starts API and worker, and ${missing} is missing. Each container image contains one ` +
      'process: run theirs.',
  );
}
