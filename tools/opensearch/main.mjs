// npm run opensearch: a real OpenSearch in the foreground until Ctrl-C. With start, stop or status: in the background, one line of JSON.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Refusal, start, status, stop } from './index.mjs';

const USAGE =
  'usage: npm run opensearch -- [start|status|stop] [--port 9200] [--home .gable/opensearch] [--software FOLDER] [--heap 512m]';

try {
  const { command, options } = readArguments();
  if (command === undefined) await runInForeground(options);
  else console.log(JSON.stringify(await { start, stop, status }[command](options)));
} catch (error) {
  console.error(error instanceof Refusal ? `opensearch: ${error.message}` : error);
  process.exitCode = 1;
}

function readArguments() {
  // Other homes share what was fetched for this one.
  const home = path.join(process.env.GABLE_HOME ?? path.join(import.meta.dirname, '../../.gable'), 'opensearch');
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '9200' },
        home: { type: 'string', default: home },
        software: { type: 'string', default: home },
        heap: { type: 'string', default: '512m' },
      },
    });
  } catch (error) {
    throw new Refusal(`${error.message}\n${USAGE}`);
  }
  const {
    values,
    positionals: [command, ...more],
  } = parsed;
  const known = command === undefined || ['start', 'stop', 'status'].includes(command);
  if (!known || more.length > 0 || !/^\d{1,5}$/.test(values.port) || !/^\d+[mg]$/.test(values.heap))
    throw new Refusal(USAGE);
  return { command, options: { ...values, port: Number(values.port) } };
}

async function runInForeground(options) {
  let leaving = false;
  const leave = () => {
    leaving = true;
    if (status(options).running === false) process.exit(130); // still fetching
    void stop(options);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave);
  const server = await start(options).catch((error) => {
    if (!leaving) throw error;
  });
  if (server === undefined) return;
  if (server.reused) {
    console.log(`OpenSearch ${server.version} runs already on ${server.url} (pid ${server.pid}).`);
    process.exit();
  }
  console.log(
    `OpenSearch ${server.version} listens on ${server.url} after ${server.seconds.toFixed(0)} s. Its data are in ${server.home}. Ctrl-C stops it.`,
  );
  while (status(options).pid === server.pid) await sleep(250);
  if (!leaving) throw new Refusal(`the server ended by itself; its log is in ${path.join(server.home, 'node/logs')}`);
}
