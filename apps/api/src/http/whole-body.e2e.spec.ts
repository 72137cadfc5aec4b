import { once } from 'node:events';
import net from 'node:net';
import { ApiUnderTest } from '../testing/api-under-test.js';

let api: ApiUnderTest;
let key: string;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  key = await api.makeKey({ role: 'ROLE_FEED_PROVIDER', sources: ['agency.example'] });
});
afterAll(() => api.stop());

/** Begins a request in chunks. */
function begin(): net.Socket {
  const socket = net.connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.write('PUT /feeds/agency.example/listings/a HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
  socket.write(`X-API-Key: ${key}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`);
  return socket;
}

it('a body in chunks of any size is read as it was written', async () => {
  const body = JSON.stringify({ status: 'ONLINE', title: 'é'.repeat(3_000), strange: 1 });
  const bytes = Buffer.from(body);
  const socket = begin();
  let answer = '';
  socket.on('data', (data) => (answer += data.toString()));
  for (let [at, size] = [0, 1]; at < bytes.length; at += size, size = (size * 3) % 1_000 || 1) {
    const chunk = bytes.subarray(at, at + size);
    socket.write(`${chunk.length.toString(16)}\r\n`);
    socket.write(chunk);
    socket.write('\r\n');
  }
  socket.write('0\r\n\r\n');
  await once(socket, 'close');
  expect(answer).toContain('"message":"expects at most 1000 characters, got 3000"');
});
