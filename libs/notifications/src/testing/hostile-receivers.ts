import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import type { AttemptResult } from '../channel.js';

/** A receiver that does what no receiver should, over a raw connection, and what an attempt then says. */
export interface HostileReceiver {
  readonly does: string;
  readonly serve: (socket: Socket) => void;
  readonly result: AttemptResult;
}

const answered = (status: number): AttemptResult => ({ kind: 'answered', status });
const failed = (code: 'TIMEOUT' | 'CONNECTION_RESET' | 'MALFORMED_RESPONSE'): AttemptResult => ({
  kind: 'failed',
  code,
});

/** Runs once a request has begun to arrive. */
const onRequest =
  (then: (socket: Socket) => void) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      socket.resume();
      then(socket);
    });
  };

/** Writes for as long as the other side reads. */
function endless(socket: Socket, chunk: Buffer | string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

/** Writes one piece every few milliseconds, for ever. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 10);
  socket.on('close', () => clearInterval(timer));
}

const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
const MEGABYTE = Buffer.alloc(1_048_576, 'x');
/** 64 MB in 64 kB. */
const BOMB = gzipSync(Buffer.alloc(67_108_864));

export const HOSTILE_RECEIVERS: readonly HostileReceiver[] = [
  { does: 'never reads and never answers', serve: (socket) => void socket.pause(), result: failed('TIMEOUT') },
  { does: 'reads and never answers', serve: (socket) => void socket.resume(), result: failed('TIMEOUT') },
  {
    does: 'answers with one byte now and then',
    serve: onRequest((socket) => drip(socket, 'H')),
    result: failed('MALFORMED_RESPONSE'),
  },
  {
    does: 'sends its header one byte now and then',
    serve: onRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      drip(socket, 'a');
    }),
    result: failed('TIMEOUT'),
  },
  {
    does: 'sends 100 Continue for ever',
    serve: onRequest((socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n')),
    result: failed('CONNECTION_RESET'),
  },
  {
    // undici takes it for a bad answer where nobody expects it; docs/webhooks.md says so.
    does: 'sends 100 Continue, which nobody asked for, before the answer that counts',
    serve: onRequest((socket) =>
      socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
    ),
    result: failed('CONNECTION_RESET'),
  },
  {
    does: 'sends 103 Early Hints for ever',
    serve: onRequest((socket) => drip(socket, EARLY_HINTS)),
    result: failed('MALFORMED_RESPONSE'),
  },
  {
    does: 'sends 103 Early Hints for ever, as fast as they are read',
    serve: onRequest((socket) => endless(socket, EARLY_HINTS.repeat(1_000))),
    result: failed('MALFORMED_RESPONSE'),
  },
  {
    does: 'sends some interim answers before the one that counts',
    serve: onRequest((socket) => socket.end(`${EARLY_HINTS.repeat(20)}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`)),
    result: answered(200),
  },
  {
    does: 'sends headers for ever',
    serve: onRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      endless(socket, `a: ${'b'.repeat(1_000)}\r\n`);
    }),
    result: failed('MALFORMED_RESPONSE'),
  },
  {
    does: 'sends one header for ever',
    serve: onRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\na: ');
      endless(socket, MEGABYTE);
    }),
    result: failed('MALFORMED_RESPONSE'),
  },
  {
    does: 'sends a body for ever',
    serve: onRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      endless(socket, MEGABYTE);
    }),
    result: answered(200),
  },
  {
    does: 'announces a body of a terabyte',
    serve: onRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1099511627776\r\n\r\n');
      endless(socket, MEGABYTE);
    }),
    result: answered(200),
  },
  {
    does: 'sends chunks for ever',
    serve: onRequest((socket) => {
      socket.write('HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n');
      endless(socket, '1\r\nx\r\n'.repeat(10_000));
    }),
    result: answered(500),
  },
  {
    does: 'sends a body one byte now and then',
    serve: onRequest((socket) => {
      socket.write('HTTP/1.1 202 OK\r\n\r\n');
      drip(socket, 'b');
    }),
    result: answered(202),
  },
  {
    does: 'sends a gzip bomb',
    serve: onRequest((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`);
      socket.end(BOMB);
    }),
    result: answered(200),
  },
  {
    does: 'sends half a body',
    serve: onRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
      socket.end();
    }),
    result: answered(200),
  },
  {
    does: 'sends half a header',
    serve: onRequest((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le')),
    result: failed('CONNECTION_RESET'),
  },
  { does: 'closes without an answer', serve: onRequest((socket) => socket.end()), result: failed('CONNECTION_RESET') },
  {
    does: 'resets without an answer',
    serve: onRequest((socket) => socket.resetAndDestroy()),
    result: failed('CONNECTION_RESET'),
  },
  { does: 'resets on connecting', serve: (socket) => socket.resetAndDestroy(), result: failed('CONNECTION_RESET') },
  {
    does: 'speaks another protocol',
    serve: (socket) => void socket.resume().write('220 mail.example ESMTP\r\n'),
    result: failed('MALFORMED_RESPONSE'),
  },
  {
    does: 'answers with rubbish',
    serve: onRequest((socket) => socket.write('\0\x01\x02\x03'.repeat(100))),
    result: failed('MALFORMED_RESPONSE'),
  },
  {
    does: 'answers with a status that is no number',
    serve: onRequest((socket) => socket.write('HTTP/1.1 OK 200\r\n\r\n')),
    result: failed('MALFORMED_RESPONSE'),
  },
  {
    does: 'answers with two lengths',
    serve: onRequest((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab')),
    result: failed('MALFORMED_RESPONSE'),
  },
  {
    does: 'wants to change the protocol',
    serve: onRequest((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ),
    result: failed('CONNECTION_RESET'),
  },
];
