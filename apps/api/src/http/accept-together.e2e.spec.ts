import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { ACCEPTED_IN_A_TURN } from '@gable/runtime';
import { ApiProcesses } from '../testing/api-processes.js';

/** The inode of the socket on which somebody listens at this port of the loopback (proc(5), `net/tcp`). */
function inodeAt(port: number): string {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = fs.readFileSync('/proc/net/tcp', 'latin1').split('\n');
  return lines
    .find((line) => line.includes(` ${address} 00000000:0000 0A `))!
    .trim()
    .split(/\s+/)[9]!;
}

/** How many handles a process has of the socket. */
function handlesOf(pid: number, inode: string): number {
  const folder = `/proc/${pid}/fd`;
  return fs.readdirSync(folder).filter((fd) => {
    try {
      return fs.readlinkSync(path.join(folder, fd)) === `socket:[${inode}]`;
    } catch {
      return false; // closed meanwhile
    }
  }).length;
}

(process.platform === 'linux' ? it : it.skip)(
  'listens with several handles of one socket, so that newcomers come in together, and ends all of them in order',
  async () => {
    const apis = await ApiProcesses.start(1);
    try {
      const port = Number(new URL(apis.urls[0]!).port);
      const inode = inodeAt(port);
      while (handlesOf(apis.pids[0]!, inode) < ACCEPTED_IN_A_TURN) await sleep(20);
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
