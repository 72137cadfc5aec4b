import type http from 'node:http';
import { send } from '../../fuzz/send.js';

/** A request of a customer. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query. */
  readonly address: string;
  readonly apiKey?: string;
  /** As JSON, or as bytes that are JSON. */
  readonly body?: object | Buffer;
}

/** What became of a request: a status, no answer in time, or a connection that was refused or cut. */
export type Ending = number | 'unanswered' | 'cut';

/** A request with its ending. */
export interface Exchange {
  /** When it was due, in milliseconds since 1970. */
  readonly at: number;
  /** From then until all of the answer was there. */
  readonly ms: number;
  readonly ending: Ending;
  readonly text: string;
  /** As the API knows the request; undefined where it did not answer. */
  readonly requestId?: string;
}

/** Sends a request; whatever happens is an ending. A request that is sent late counts from when it was due. */
export async function exchange(
  agent: http.Agent,
  base: URL,
  { method, address, apiKey, body }: Ask,
  at = Date.now(),
): Promise<Exchange> {
  const bytes = body === undefined ? null : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const headers = {
    accept: 'application/json',
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    ...(bytes !== null && { 'content-type': 'application/json' }),
  };
  try {
    const answer = await send(agent, base, { method, address, headers, body: bytes });
    const requestId = [answer.headers['x-request-id']].flat()[0];
    return { at, ms: Date.now() - at, ending: answer.status, text: answer.text, requestId };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { at, ms: Date.now() - at, ending: code === undefined ? 'unanswered' : 'cut', text: code ?? message };
  }
}
