import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiUnderTest } from '../testing/api-under-test.js';

let api: ApiUnderTest;
let key: string;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  key = await api.makeKey();
});
afterAll(() => api.stop());

/** The status that is answered while the body is still to come; null where the server waits for it. */
async function statusBeforeBody(line: string, ...headers: string[]): Promise<number | null> {
  const socket = begin(line, ...headers);
  let answered = '';
  socket.on('data', (chunk) => (answered += chunk.toString()));
  await once(socket, 'connect');
  await api.ask('GET', '/sources'); // what needs no body is answered meanwhile
  await Promise.race([sleep(300), once(socket, 'data')]);
  await hangUp(socket);
  return answered === '' ? null : Number(answered.slice(9, 12));
}

/** Sends all of a request but its body. */
function begin(line: string, ...headers: string[]): net.Socket {
  const head = [`${line} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers];
  const socket = net.connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}

async function hangUp(socket: net.Socket): Promise<void> {
  socket.destroy();
  await once(socket, 'close');
}

const LARGE = 'Content-Length: 60000';
const CHUNKED = 'Transfer-Encoding: chunked';
const WRONG = `X-API-Key: gbl_live_${'0'.repeat(10)}_${'0'.repeat(38)}`;

describe('a body beyond what a connection itself takes', () => {
  it.each(['POST /properties', 'POST /geo/shapes', 'PUT /feeds/agency.example/listings/a', 'POST /alerts'])(
    'is read for a key that is right alone: %s',
    async (line) => {
      expect(await statusBeforeBody(line, LARGE)).toBe(401);
      expect(await statusBeforeBody(line, CHUNKED)).toBe(401);
      expect(await statusBeforeBody(line, LARGE, WRONG)).toBe(401);
      expect(await statusBeforeBody(line, LARGE, `X-API-Key: ${key}`)).toBeNull();
      expect(await statusBeforeBody(line, CHUNKED, `X-API-Key: ${key}`)).toBeNull();
    },
  );

  it('is not read where there is no route', async () => {
    expect(await statusBeforeBody('POST /nowhere', LARGE)).toBe(404);
    expect(await statusBeforeBody('POST /sources', CHUNKED)).toBe(405);
  });

  it.each(['/u/', '/c/'])('is not taken by a link of a mail: %s', async (path) => {
    const post = async (bytes: number) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (await api.ask('POST', `${path}aaaaaaaaaaaaaaaaaaaaaa`, { key: null, headers, body: 'x'.repeat(bytes) }))
        .status;
    };
    expect([await post(16_384), await post(16_385)]).toEqual([404, 413]);
  });

  it('has a quarter of the room of all: others send theirs meanwhile', async () => {
    const put = 'PUT /feeds/agency.example/listings/a';
    const megabyte = 'Content-Length: 1048576';
    const provider = (account: string) =>
      api.makeKey({ account, role: 'ROLE_FEED_PROVIDER', sources: ['agency.example'] });
    const [greedy, other] = [await provider('Greedy'), await provider('Other')];
    const held = Array.from({ length: 32 }, () => begin(put, megabyte, `X-API-Key: ${greedy}`));
    await api.ask('GET', '/feeds/agency.example/jobs', { key: greedy });
    expect(await statusBeforeBody(put, megabyte, `X-API-Key: ${greedy}`)).toBe(429);
    expect(await statusBeforeBody(put, CHUNKED, `X-API-Key: ${greedy}`)).toBe(429);
    expect(await statusBeforeBody(put, megabyte, `X-API-Key: ${other}`)).toBeNull();
    expect(await statusBeforeBody(put, 'Content-Length: 16000', `X-API-Key: ${greedy}`)).toBeNull();
    await Promise.all(held.map(hangUp));
    await sleep(50);
    expect(await statusBeforeBody(put, megabyte, `X-API-Key: ${greedy}`)).toBeNull();
  });

  it('is waited for where it is small: the key is looked at once', async () => {
    expect(await statusBeforeBody('POST /properties', 'Content-Length: 1000')).toBeNull();
  });
});
