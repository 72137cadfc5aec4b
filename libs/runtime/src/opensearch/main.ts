// npm run opensearch: a real OpenSearch in the foreground until Ctrl-C. With start, stop or status: in the background,
// one line of JSON.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { start, status, stop, type OpenSearchOptions, type StartedOpenSearch } from './server.js';
import { OpenSearchStartError } from './start-error.js';

const USAGE = `Usage: npm run opensearch -- [start|status|stop] [options]

A real OpenSearch of this machine alone: in the foreground until Ctrl-C; with start, stop or status in the background,
one line of JSON.

  --port      where it listens; 0 takes any that is free (default: 9200)
  --home      the folder of its data (default: .gable/opensearch)
  --software  the folder of what is fetched for it (default: as --home without one)
  --heap      its heap, such as 512m or 1g (default: 512m)
  --help      this`;

/** Of a command that is called with options or values that it does not take, as of `gable`. */
const WRONG_USAGE = 2;

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
    values: { help, ...values },
    positionals: [command, ...more],
  } = parse();
  if (help) {
    console.log(USAGE);
    process.exit();
  }
  if (!isCommand(command) || more.length > 0)
    return refuse(`expects start, status or stop, got "${[command, ...more].join(' ')}"`);
  if (!/^\d{1,5}$/.test(values.port)) return refuse(`--port expects a number, got "${values.port}"`);
  if (!/^\d+[mg]$/.test(values.heap)) return refuse(`--heap expects a size such as 512m or 1g, got "${values.heap}"`);
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
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return refuse((error as Error).message.split(/\.? To specify|\n/)[0]!);
  }
}

function refuse(message: string): never {
  console.error(`opensearch: ${message}`);
  process.exit(WRONG_USAGE);
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
