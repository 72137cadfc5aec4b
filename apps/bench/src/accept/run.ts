import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { AcceptTogether } from '@gable/runtime';
import { type ProgramCall, readOptions, wholeNumber } from '@gable/testing/options';
import { printResults, say } from '../harness/print-results.js';
import { median, quantile, rounded } from '../harness/times.js';

/** What the process of the clients is told. */
export interface ClientsAsked {
  readonly port: number;
  /** Connections that are kept and ask without a pause. */
  readonly kept: number;
  /** Clients a second that come with a connection of their own, and ask once. */
  readonly perSecond: number;
  readonly seconds: number;
}

/** What it says in the end: requests over kept connections, and milliseconds of each newcomer. */
export interface ClientsDone {
  readonly answered: number;
  readonly newcomers: readonly number[];
}

/** How long an answer keeps the event loop, in milliseconds. */
const WORK_MS = 0.2;

/** How long newcomers wait beside busy kept connections, where a turn of the loop accepts one of them, and many. */
export async function run(call: ProgramCall): Promise<void> {
  const { json, rounds, newcomers, ...load } = readOptions(call, {
    kept: wholeNumber('connections that are kept and ask without a pause', 60),
    newcomers: wholeNumber('clients a second that come with a connection of their own, and ask once', 100),
    seconds: wholeNumber('how long each of the two ways is measured in a round', 3),
    rounds: wholeNumber('how often both ways take their turn', 5),
  });
  say(`${load.kept} connections ask without a pause, and ${newcomers} newcomers a second; ${rounds} rounds in turns.`);
  const done: Record<'one' | 'together', ClientsDone[]> = { one: [], together: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const way of ['one', 'together'] as const)
      done[way].push(await measure(way === 'together', { ...load, perSecond: newcomers }));
  printResults(
    Object.entries(done).map(([way, each]) => ({
      bench: 'accept',
      case: way === 'one' ? 'one connection a turn' : 'connections together',
      rounds,
      newcomerP50Ms: rounded(median(each.map((one) => quantile(one.newcomers, 0.5)))),
      newcomerP99Ms: rounded(median(each.map((one) => quantile(one.newcomers, 0.99)))),
      keptPerSecond: Math.round(median(each.map(({ answered }) => answered / load.seconds))),
    })),
    json,
  );
}

async function measure(isTogether: boolean, asked: Omit<ClientsAsked, 'port'>): Promise<ClientsDone> {
  const server = http.createServer((_request, response) => {
    for (const until = performance.now() + WORK_MS; performance.now() < until;);
    response.end('answered');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const acceptance = isTogether ? AcceptTogether.prepare({ warn: (...said: unknown[]) => say(String(said[1])) }) : null;
  await acceptance?.share(server);
  const clients = fork(path.join(import.meta.dirname, 'clients.js'), [], { stdio: ['ignore', 2, 2, 'ipc'] });
  clients.send({ ...asked, port: (server.address() as AddressInfo).port });
  const [done] = (await once(clients, 'message')) as [ClientsDone];
  server.close();
  server.closeAllConnections();
  await acceptance?.close();
  return done;
}
