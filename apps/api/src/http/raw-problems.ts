import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_VERSION } from './request-headers.js';
import { notFound, Problem, PROBLEM_KINDS, PROBLEM_MEDIA_TYPE, problemDocument, type ProblemKind } from './problem.js';
import { sendProblem } from './problem-filter.js';

const KIND_OF_CODE: Readonly<Record<string, ProblemKind>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'content-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

const DETAILS: Partial<Record<ProblemKind, string>> = {
  'headers-too-large': 'The address and headers of a request may take 16 kB together.',
  'content-too-large': 'The chunk extensions of this request are too large.',
  'request-timeout': 'The request did not arrive in time.',
};

/** What HTTP's own parser refuses never becomes a request: the answer is written to the socket by hand. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket & { _httpMessage?: { _headerSent?: boolean } },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?._headerSent) {
    socket.destroy(error);
    return;
  }
  const kind = KIND_OF_CODE[error.code ?? ''] ?? 'malformed-request';
  const { head, body } = rawAnswer(new Problem(kind, DETAILS[kind] ?? 'This is not a readable HTTP request.'));
  socket.end(`${head}${body}`);
}

/** Answers an address that cannot be decoded: 404. Hooks have not run, so the headers are set here. */
export function answerUnroutable(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'x-request-id': request.id, 'api-version': API_VERSION });
  sendProblem(reply, notFound(), request.id);
}

/** An `Expect` that is not 100-continue. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { headers, body, status } = rawParts(
    new Problem('expectation-failed', 'Only Expect: 100-continue is understood.'),
  );
  response.writeHead(status, headers).end(body);
}

/** While the service waits to begin: what callers ask for may well be there, so that no 404 would be true. */
export function answerEarly(request: IncomingMessage, response: ServerResponse): void {
  const { headers, body, status } = rawParts(
    new Problem('unavailable', 'The service has not started yet. Please try again shortly.', {
      headers: { 'Retry-After': '5' },
    }),
  );
  request.resume();
  response.writeHead(status, headers).end(body);
}

function rawAnswer(problem: Problem): { head: string; body: string } {
  const { headers, body, status } = rawParts(problem);
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return { head: `HTTP/1.1 ${status} ${problemDocument(problem, '').title}\r\n${lines}\r\n`, body };
}

function rawParts(problem: Problem): { headers: Record<string, string>; body: string; status: number } {
  const requestId = randomUUID();
  const body = JSON.stringify(problemDocument(problem, requestId));
  return {
    status: PROBLEM_KINDS[problem.kind],
    body,
    headers: {
      ...problem.extras.headers,
      'X-Request-Id': requestId,
      'API-Version': API_VERSION,
      'Content-Type': PROBLEM_MEDIA_TYPE,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    },
  };
}
