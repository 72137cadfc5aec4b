import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { sourceOfFeed } from './source-of-feed.js';

const of = (...chunks: (string | Buffer)[]): Readable => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const state = '{"source":{"domain":"Agency.example","name":"A"},"externalId":"1"}\n';

it.each([
  ['a state', [state]],
  ['a snapshot', ['{"snapshot":{"source":{"domain":"agency.example"},"observedAt":"2026-01-01T00:00:00Z"}}\n']],
  [
    'a line behind some that name none',
    ['\ufeff\n{"broken"\nnull\n[]\n{"source":null}\n{"source":{"domain":5}}\n', state],
  ],
  ['a packed line', [gzipSync(state)]],
  ['the last line, without an end', ['{}\n', state.trimEnd()]],
])('is the one of %s', async (_, chunks) => {
  expect(await sourceOfFeed(of(...chunks))).toBe('agency.example');
});

it.each([
  ['is empty', ['']],
  ['is no gzip to its end', [gzipSync(state).subarray(0, 30)]],
  ['names none', ['{}\n'.repeat(10)]],
  ['names one too long to be a host', [state.replace('Agency', 'a'.repeat(300))]],
])('is unknown of a feed that %s', async (_, chunks) => {
  expect(await sourceOfFeed(of(...chunks))).toBeNull();
});

it.each([
  ['lines', '{}\n'.repeat(10_000)],
  ['bytes', ' '.repeat(65_536)],
])('reads a bounded part of a feed of endless %s', async (_, chunk) => {
  let chunks = 0;
  const endless = Readable.from(
    (function* () {
      for (; chunks < 10_000; chunks += 1) yield Buffer.from(chunk);
    })(),
  );
  expect(await sourceOfFeed(endless)).toBeNull();
  expect(chunks).toBeLessThan(60);
  expect(endless.destroyed).toBe(true);
});
