import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { AcceptTogether } from './accept-together.js';

const WAITING = 48;
const log = { warn: jest.fn() };

let server: http.Server;
let together: AcceptTogether;

beforeEach(async () => {
  log.warn.mockClear();
  server = http.createServer((_request, response) => response.end('answered'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  together = AcceptTogether.prepare(log);
});

afterEach(async () => {
  const closed = Promise.all([together.close(), new Promise((resolve) => server.close(resolve))]);
  server.closeAllConnections();
  await closed;
});

/** How many turns of the event loop pass until all that wait at the door have come in. */
async function turnsToAccept(): Promise<number> {
  let accepted = 0;
  let loops = 0;
  const begun = performance.nodeTiming.uvMetricsInfo.loopCount;
  const all = new Promise<void>((resolve) => {
    server.on('connection', function count() {
      accepted += 1;
      if (accepted < WAITING) return;
      loops = performance.nodeTiming.uvMetricsInfo.loopCount - begun;
      server.off('connection', count);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: WAITING }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
  await all;
  for (const client of clients) client.destroy();
  return loops;
}

it('accepts what waits at the door in a few turns of the event loop, where a server takes a turn for each', async () => {
  expect(await turnsToAccept()).toBeGreaterThanOrEqual(WAITING - 1);
  const { port } = server.address() as AddressInfo;
  await together.share(server);
  expect((server.address() as AddressInfo).port).toBe(port);
  expect(await turnsToAccept()).toBeLessThan(WAITING / 4);
  expect(log.warn).not.toHaveBeenCalled();
});

it('answers over each handle as the server does, also those who end their side before they are answered', async () => {
  await together.share(server);
  const { port } = server.address() as AddressInfo;
  const answers = await Promise.all(
    Array.from({ length: WAITING }, async () => {
      const client = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      client.end('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      return text(client);
    }),
  );
  expect(answers.filter((answer) => answer.endsWith('answered'))).toHaveLength(WAITING);
});

it('answers everybody who comes while the handles are fetched', async () => {
  const { port } = server.address() as AddressInfo;
  let isShared = false;
  const asking = Array.from({ length: 8 }, async () => {
    const answers: string[] = [];
    while (!isShared) {
      const client = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      client.end('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      answers.push(await text(client).catch((error: NodeJS.ErrnoException) => error.code ?? error.message));
    }
    return answers;
  });
  for (let times = 0; times < 4; times += 1) {
    const another = AcceptTogether.prepare(log);
    const sharing = another.share(server);
    if (times < 2) await sharing; // else it is closed while a handle is under way
    await another.close();
    await sharing;
  }
  isShared = true;
  const answers = (await Promise.all(asking)).flat();
  expect(answers.filter((answer) => !answer.endsWith('answered'))).toEqual([]);
  expect(answers.length).toBeGreaterThan(8);
});

it('accepts nothing more once it is closed, and awaits the connections that came in', async () => {
  await together.share(server);
  const { port } = server.address() as AddressInfo;
  const client = net.connect(port, '127.0.0.1');
  // Under way: from Node 26 on, a server that closes ends connections that have asked nothing yet.
  client.write('POST / HTTP/1.1\r\nHost: gable\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n');
  await once(client, 'data');
  let hasClosed = false;
  const closing = Promise.all([together.close(), new Promise((resolve) => server.close(resolve))]).then(
    () => (hasClosed = true),
  );
  // One that comes in the very moment in which a server closes is reset; those behind it are refused.
  for (let code: string | undefined; code !== 'ECONNREFUSED';) {
    const [error] = (await once(net.connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    code = error.code;
  }
  expect(hasClosed).toBe(false);
  client.destroy();
  await closing;
});

it('goes on with one handle where no process can be had, and says so', async () => {
  const helper = (together as unknown as { helper: ChildProcess }).helper;
  helper.kill('SIGKILL');
  await once(helper, 'exit');
  await together.share(server);
  expect(log.warn).toHaveBeenCalledTimes(1);
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('answered');
});
