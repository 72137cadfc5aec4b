import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { readWhole } from './whole-body.js';

afterEach(() => void jest.restoreAllMocks());

const read = (chunks: readonly Buffer[], headers: object = {}, bodyLimit = 2 ** 20) =>
  new Promise<Buffer | Error>((resolve) => {
    const request = { headers, routeOptions: { bodyLimit } } as unknown as FastifyRequest;
    readWhole(request, Readable.from(chunks), (error, body) => resolve(error ?? body!));
  });

it('keeps no chunks: what comes is copied together at once, into a buffer that doubles', async () => {
  const made = jest.spyOn(Buffer, 'allocUnsafe');
  expect(await read(Array.from({ length: 100_000 }, () => Buffer.from('x')))).toEqual(Buffer.alloc(100_000, 'x'));
  expect(made.mock.calls.map(([size]) => size)).toEqual([4_096, 8_192, 16_384, 32_768, 65_536, 131_072]);
});

it('makes no more room than is announced, nor than the route takes', async () => {
  const made = jest.spyOn(Buffer, 'allocUnsafe');
  await read([Buffer.alloc(10), Buffer.alloc(10)], { 'content-length': '20' });
  await read([Buffer.alloc(4_000), Buffer.alloc(1_000)], {}, 5_000);
  expect(made.mock.calls.map(([size]) => size)).toEqual([20, 4_096, 5_000]);
});

it.each([
  ['announces', [], { 'content-length': '21' }],
  ['brings', [Buffer.alloc(15), Buffer.alloc(6)], {}],
])('refuses what %s more than the route takes', async (_, chunks, headers) => {
  expect(await read(chunks, headers, 20)).toMatchObject({ kind: 'content-too-large' });
});
