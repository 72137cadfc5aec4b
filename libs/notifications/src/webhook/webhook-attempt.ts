import type { Agent, Dispatcher } from 'undici';
import type { AttemptResult } from '../channel.js';
import { networkFailure } from '../network-failure.js';
import { DestinationRefused } from './guarded-connector.js';
import { readRetryAfter } from './retry-after.js';

/** What is posted: the origin and path of a URL, what goes before the body, and the body. */
export interface WebhookPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * One attempt, told by undici itself what happens to it: no streams, no signal of its own. The status decides and ends
 * it. Of the body at most 4 kB are read, for a second, so that the connection can be used again, and dropped.
 */
export class WebhookAttempt implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private brokenOff: Error | undefined;
  private bodyClock: NodeJS.Timeout | undefined;
  private bytesRead = 0;
  private interimAnswers = 0;

  /** @param ended hears the first thing that ends the attempt, and again what comes after it. */
  constructor(private readonly ended: (result: AttemptResult) => void) {}

  begin(agent: Agent, { url, headers, body }: WebhookPost): void {
    const { origin, pathname, search } = url;
    agent.dispatch({ origin, path: `${pathname}${search}`, method: 'POST', headers, body }, this);
  }

  /** Ends the attempt from outside. One that waits for a connection is dropped when its turn comes. */
  breakOff(code: 'TIMEOUT' | 'ABORTED'): void {
    this.ended({ kind: 'failed', code }); // before undici says the same in its own words
    this.stop();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.brokenOff !== undefined) controller.abort(this.brokenOff);
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2],
  ): void {
    if (status < 200) return this.noteInterim(); // an answer is still to come
    const retryAfterMs = readRetryAfter(headers['retry-after'], new Date());
    this.ended({ kind: 'answered', status, ...(retryAfterMs !== undefined && { retryAfterMs }) });
    if (Number(headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return this.stop();
    this.bodyClock = setTimeout(() => this.stop(), BODY_MS);
  }

  /** Reading them costs more than waiting: a receiver could have a process do nothing else. */
  private noteInterim(): void {
    this.interimAnswers += 1;
    if (this.interimAnswers <= MOST_INTERIM_ANSWERS) return;
    this.ended({ kind: 'failed', code: 'MALFORMED_RESPONSE' });
    this.stop();
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.bytesRead += chunk.length;
    if (this.bytesRead > BODY_LIMIT_BYTES) this.stop();
  }

  onResponseEnd(): void {
    clearTimeout(this.bodyClock);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.bodyClock);
    this.ended(failureOf(error));
  }

  private stop(): void {
    clearTimeout(this.bodyClock);
    this.brokenOff ??= new Error('The attempt was broken off.');
    this.controller?.abort(this.brokenOff);
  }
}

/** What an error of an attempt says of it. */
export function failureOf(error: unknown): AttemptResult {
  return { kind: 'failed', code: error instanceof DestinationRefused ? error.code : networkFailure(error) };
}

const BODY_LIMIT_BYTES = 4_096;
/** Answers of 1xx before the one that counts (RFC 9110 §15.2). */
const MOST_INTERIM_ANSWERS = 20;
/** A body that takes longer holds one of the origin's connections for nothing. */
const BODY_MS = 1_000;
