import http from 'node:http';
import { atSteadyRate } from '../harness/steady-rate.js';
import type { ClientsAsked, ClientsDone } from './run.js';

// The other side of `run.ts`: a process of its own, so that clients do not hold the event loop that is measured.
process.once('message', ({ port, kept, perSecond, seconds }: ClientsAsked) => {
  void ask(port, kept, perSecond, seconds * 1_000).then((done) => process.send!(done, () => process.exit()));
});

async function ask(port: number, kept: number, perSecond: number, ms: number): Promise<ClientsDone> {
  const begun = performance.now();
  const isOver = () => performance.now() - begun > ms;
  const keeping = new http.Agent({ keepAlive: true });
  let answered = 0;
  const loops = Array.from({ length: kept }, async () => {
    for (; !isOver(); answered += 1) await get(port, keeping);
  });
  const newcomers: Promise<number>[] = [];
  await atSteadyRate(
    perSecond,
    () => !isOver(),
    (n) => {
      const due = begun + (n * 1_000) / perSecond;
      newcomers.push(get(port, new http.Agent({ keepAlive: false })).then(() => performance.now() - due));
      return Promise.resolve(); // the next one comes when it is due, answered or not
    },
  );
  await Promise.all(loops);
  return { answered, newcomers: await Promise.all(newcomers) };
}

function get(port: number, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, agent }, (response) => response.resume().once('end', resolve))
      .once('error', reject);
  });
}
