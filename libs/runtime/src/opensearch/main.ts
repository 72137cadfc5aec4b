// npm run opensearch: a real OpenSearch in the foreground until Ctrl-C. With start, stop or status: in the background,
// one line of JSON.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { start, status, stop, type OpenSearchOptions, type StartedOpenSearch } from './server.js';
import { OpenSearchStartError } from './start-error.js';

const USAGE =
  'usage: npm run opensearch -- [start|status|stop] ' +
  '[--port 9200] [--home .gable/opensearch] [--software FOLDER] [--heap 512m]';

/** What is fetched stays in the project's own home, or in the one that is named; other homes share it. */
const PROJECT_HOME = path.join(import.meta.dirname, '../../../../.gable');

const commands = { start, stop, status };

try {
  const { command, options } = readArguments();
  if (command === undefined) await runInForeground(options);
  else console.log(JSON.stringify(await commands[command](options)));
} catch (error) {
  console.error(error instanceof OpenSearchStartError ? `opensearch: ${error.message}` : error);
  process.exitCode = 1;
}

function readArguments(): { command: keyof typeof commands | undefined; options: OpenSearchOptions } {
  const {
    values,
    positionals: [command, ...more],
  } = parse();
  if (!isCommand(command) || more.length > 0 || !/^\d{1,5}$/.test(values.port) || !/^\d+[mg]$/.test(values.heap))
    throw new OpenSearchStartError(USAGE);
  return { command, options: { ...values, port: Number(values.port) } };
}

function parse() {
  const home = path.join(process.env.GABLE_HOME ?? PROJECT_HOME, 'opensearch');
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '9200' },
        home: { type: 'string', default: home },
        software: { type: 'string', default: home },
        heap: { type: 'string', default: '512m' },
      },
    });
  } catch (error) {
    throw new OpenSearchStartError(`${(error as Error).message}\n${USAGE}`);
  }
}

function isCommand(word: string | undefined): word is keyof typeof commands | undefined {
  return word === undefined || Object.hasOwn(commands, word);
}

async function runInForeground(options: OpenSearchOptions): Promise<void> {
  let leaving = false;
  const leave = () => {
    leaving = true;
    if ('running' in status(options)) process.exit(130); // still fetching
    void stop(options);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave);
  const server = await start(options).catch((error: unknown): undefined => {
    if (!leaving) throw error;
  });
  if (server === undefined) return;
  if (server.reused) {
    console.log(`OpenSearch ${server.version} runs already on ${server.url} (pid ${server.pid}).`);
    process.exit();
  }
  console.log(
    `OpenSearch ${server.version} listens on ${server.url} after ${server.seconds!.toFixed(0)} s. ` +
      `Its data are in ${server.home}. Ctrl-C stops it.`,
  );
  while (runs(server, options)) await sleep(250);
  if (!leaving)
    throw new OpenSearchStartError(`the server ended by itself; its log is in ${path.join(server.home, 'node/logs')}`);
}

function runs({ pid }: StartedOpenSearch, options: OpenSearchOptions): boolean {
  const now = status(options);
  return 'pid' in now && now.pid === pid;
}
