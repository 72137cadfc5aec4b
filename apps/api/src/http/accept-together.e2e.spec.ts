import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { ACCEPTED_IN_A_TURN } from '@gable/runtime';
import { SeparateApis } from '../testing/separate-apis.js';
import { handlesOf, socketsAt } from '../testing/process-sockets.js';

(process.platform === 'linux' ? it : it.skip)(
  'listens with several handles of one socket, so that newcomers come in together, and ends all of them in order',
  async () => {
    const apis = await SeparateApis.start(1);
    try {
      const port = Number(new URL(apis.urls[0]!).port);
      const sockets = socketsAt(port, 'listening');
      expect(sockets.size).toBe(1);
      while (handlesOf(apis.pids[0]!, sockets) < ACCEPTED_IN_A_TURN) await sleep(20);
      const clients = Array.from({ length: 2 * ACCEPTED_IN_A_TURN }, () => net.connect(port, '127.0.0.1'));
      await Promise.all(clients.map((client) => once(client, 'connect')));
      const closed = Promise.all(clients.map((client) => once(client.resume(), 'close')));
      expect(await apis.end(0)).toBe(0); // idle connections of every handle are closed, else it would be cut off later
      await closed;
    } finally {
      await apis.stop();
    }
  },
);
