import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import pg from 'pg';
import { CHEAPEST, COUNT, NEWEST, ONE, pageAt, pageBehind } from './statements.js';

/**
 * The yardstick of the HTTP bench: the same questions on the same rows by a service of a few lines. Bare Fastify and
 * pg, prepared statements, no keys, no limits, no checks.
 */
interface Search {
  readonly cityIds: readonly [number];
  readonly price: { readonly gte: number; readonly lte: number };
  readonly rooms: { readonly gte: number };
  readonly size: number;
  readonly page?: number;
  readonly sort: { readonly field: string };
  readonly paginationType?: string;
  readonly cursor?: readonly [string | number, string];
}

const ORDERS = { PRICE: CHEAPEST, CREATED_AT: NEWEST };
const orderOf = ({ sort }: Search) => (sort.field === 'PRICE' ? 'PRICE' : 'CREATED_AT');
const filterOf = ({ cityIds, price, rooms }: Search) => [cityIds[0], price.gte, price.lte, rooms.gte];

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 12 });
const app = Fastify({ bodyLimit: 2 ** 30 });

app.get('/health/live', () => Promise.resolve({ ok: true }));

app.get<{ Params: { id: string } }>('/properties/:id', async ({ params }, reply) => {
  const { rows } = await pool.query<{ record: object }>({ name: 'one', text: ONE, values: [params.id] });
  return reply.type('application/json').send(JSON.stringify(rows[0]?.record ?? null));
});

app.post<{ Body: Search }>('/properties/count', async ({ body }) => {
  const { rows } = await pool.query<{ total: number }>({ name: 'count', text: COUNT, values: filterOf(body) });
  return { totalItems: rows[0]!.total };
});

app.post<{ Body: Search }>('/properties', async ({ body }, reply) => {
  const order = orderOf(body);
  const isCursor = body.paginationType === 'cursor';
  const name = `${isCursor ? 'behind' : 'at'} ${order}`;
  const text = (isCursor ? pageBehind : pageAt)(ORDERS[order]);
  const from = isCursor ? (body.cursor ?? [null, null]) : [((body.page ?? 1) - 1) * body.size];
  const values = [...filterOf(body), body.size, ...from];
  const { rows } = await pool.query<{ total?: number; items: object[] | null; cursor?: unknown }>({
    name,
    text,
    values,
  });
  const { total, items, cursor } = rows[0]!;
  return reply.type('application/json').send(JSON.stringify({ items: items ?? [], totalItems: total, cursor }));
});

/** An upload goes into a file as it comes. */
app.addContentTypeParser('application/x-ndjson', (_request, body, done) => done(null, body));
app.post<{ Body: Readable }>('/feeds/:domain', async ({ body }, reply) => {
  const file = path.join(process.env['GABLE_HOME']!, 'upload');
  await pipeline(body, fs.createWriteStream(file));
  fs.rmSync(file);
  return reply.status(202).send({});
});

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.send?.({ type: 'listening' });
process.once('SIGTERM', () => void app.close().then(() => pool.end()));
