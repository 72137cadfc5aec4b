import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { Database, type Transaction } from '@gable/persistence';
import { IdempotentRequestStore, type IdempotentRequest, type Repeated } from '@gable/persistence/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswerRoom } from './answer-room.js';
import { isJsonObject } from './json-body.js';
import { invalid, Problem } from './problem.js';
import { sendWarnings, type Warning } from './warnings.js';

/** An answer that can be given again, byte for byte. */
export interface RepeatableAnswer {
  readonly status: number;
  readonly location: string | null;
  /** JSON. */
  readonly body: string;
  readonly warnings?: readonly Warning[];
}

/** What identifies a request; `key` is null where the caller does not mean to repeat it. */
export interface RepeatableRequest extends Pick<IdempotentRequest, 'accountId' | 'route'> {
  readonly key: string | null;
  readonly body: object;
}

/** The header Idempotency-Key, checked; null where there is none. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const header = context.switchToHttp().getRequest<FastifyRequest>().headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw invalid([
    { propertyPath: IDEMPOTENCY_HEADER, message: 'expects 1 to 255 printable ASCII characters, such as a UUID' },
  ]);
});

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const FULL =
  'The answers that are kept for the Idempotency-Keys of this account are too large for this hour. ' +
  'Wait, or send without a key.';

/** Lets a caller repeat a request whose answer was lost: for 24 hours, the first answer is given again. */
@Injectable()
export class Idempotency {
  constructor(
    private readonly requests: IdempotentRequestStore,
    private readonly database: Database,
    private readonly room: AnswerRoom,
  ) {}

  /**
   * `prepare` checks the request; what it throws is answered and not kept, so the corrected request can have the same
   * key. `perform` writes, in one transaction with its answer.
   */
  async answer<T>(
    request: RepeatableRequest,
    prepare: () => Promise<T>,
    perform: (prepared: T, transaction: Transaction, now: Date) => Promise<RepeatableAnswer>,
  ): Promise<RepeatableAnswer> {
    const now = await this.database.now();
    const { key } = request;
    if (key === null) {
      const prepared = await prepare();
      return this.database.transaction((transaction) => perform(prepared, transaction, now));
    }
    const named: IdempotentRequest = {
      accountId: request.accountId,
      route: request.route,
      key,
      body: JSON.stringify(request.body, withSortedKeys),
    };
    const before = await this.requests.find(named, now);
    if (before !== null) return answerOf(before);
    const seconds = this.room.secondsUntilRoom(request.accountId);
    if (seconds > 0) throw new Problem('too-many-requests', FULL, { headers: { 'retry-after': String(seconds) } });
    // Outside of the transaction: one that waits for a second connection of the pool could wait for ever.
    const prepared = await prepare();
    return answerOf(
      await this.requests.once(named, now, async (transaction) => {
        const answer = JSON.stringify(await perform(prepared, transaction, now));
        this.room.kept(request.accountId, Buffer.byteLength(answer));
        return answer;
      }),
    );
  }
}

/** A client that writes the same object anew may write its keys in another order. */
function withSortedKeys(_: string, value: unknown): unknown {
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
}

function answerOf(repeated: Repeated): RepeatableAnswer {
  if (repeated.kind === 'answered') return JSON.parse(repeated.answer) as RepeatableAnswer;
  if (repeated.kind === 'other-body') {
    throw invalid([
      {
        propertyPath: IDEMPOTENCY_HEADER,
        message: 'was used with another body in the last 24 hours; a new request needs a new key',
      },
    ]);
  }
  throw new Problem(
    'conflict',
    'The first request with this Idempotency-Key is still in progress. Send this one again shortly.',
    { headers: { 'retry-after': '1' } },
  );
}

/** Sets status and headers and gives what the route returns: text, which is sent as it is. */
export function sendRepeatable(
  reply: FastifyReply,
  { status, location, body, warnings = [] }: RepeatableAnswer,
): string {
  reply.status(status);
  sendWarnings(reply, warnings);
  if (location !== null) reply.header('location', location);
  return body;
}
