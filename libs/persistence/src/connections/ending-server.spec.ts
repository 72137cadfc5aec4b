import net, { type AddressInfo } from 'node:net';
import { poolOf } from '../data-source.js';
import { withClient } from '../database/statement-pool.js';

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const OK = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const ENDS = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'));

it('does not end with a server that ends in the moment in which it says that it is ready', async () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([OK, READY, ENDS]))); // PostgreSQL's own words, in one packet
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pool = poolOf(`postgres://gable@127.0.0.1:${port}/gable?sslmode=disable`, { poolSize: 1 });
  try {
    await expect(withClient(pool, (client) => client.query('select 1'))).rejects.toThrow(/not queryable|terminat/i);
    expect(pool.totalCount).toBe(0); // it was let go
  } finally {
    await pool.end();
    server.close();
  }
});
