import { createHash } from 'node:crypto';
import type { SealedPlace, Sealer } from '@gable/runtime';
import type { Database, Queryable, Transaction } from '../database/database.js';
import { newId } from '../database/new-id.js';
import {
  FORGET_ANSWER,
  INSERT_ANSWER,
  SELECT_ANSWER,
  SWEEP_ANSWERS,
  TRY_REQUEST_LOCK,
} from './statements/idempotent-requests.js';

/** A request that its caller may repeat without harm. */
export interface IdempotentRequest {
  readonly accountId: string;
  /** Method and path, such as `POST /alerts`: the same key on another route is another request. */
  readonly route: string;
  /** The caller's `Idempotency-Key`. */
  readonly key: string;
  /** What must be the same when the request is repeated. */
  readonly body: string;
}

/**
 * What became of a request: an answer, the first one or its repetition; a key used with another body; or a first
 * request still under way.
 */
export type Repeated =
  | { readonly kind: 'answered'; readonly answer: string }
  | { readonly kind: 'other-body' }
  | { readonly kind: 'in-progress' };

/** How long an answer is repeated, in milliseconds. */
export const IDEMPOTENCY_MS = 24 * 3_600_000;

/** First answers of requests with an `Idempotency-Key`, sealed, since an answer may hold a secret. */
export class IdempotentRequestStore {
  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
  ) {}

  /** What was answered before; null where nothing was. */
  async find(request: IdempotentRequest, now: Date): Promise<Repeated | null> {
    return this.findIn(this.database, request, now);
  }

  /**
   * Does the work and keeps its answer, both in one transaction, or answers what was answered before. Whoever comes
   * while the work is under way, in whatever process, gets that answer and does nothing. Work that throws leaves no
   * trace, and the key is free again.
   */
  async once(
    request: IdempotentRequest,
    now: Date,
    work: (transaction: Transaction) => Promise<string>,
  ): Promise<Repeated> {
    return this.database.transaction(async (transaction): Promise<Repeated> => {
      // A lock and no row: it ends with the transaction, however that ends, so that a killed process leaves nothing in
      // progress.
      const [lock] = await transaction.query<{ held: boolean }>(TRY_REQUEST_LOCK, [
        JSON.stringify([request.accountId, request.route, request.key]),
      ]);
      if (!lock!.held) return { kind: 'in-progress' };
      const before = await this.findIn(transaction, request, now);
      if (before !== null) return before;
      const answer = await work(transaction);
      const id = newId(now);
      await transaction.query(FORGET_ANSWER, keyOf(request));
      await transaction.query(INSERT_ANSWER, [
        id,
        ...keyOf(request),
        hashOf(request.body),
        this.sealer.seal(answer, answerPlace(id)),
        now,
      ]);
      return { kind: 'answered', answer };
    });
  }

  /** Removes up to `limit` answers given before a time; answers how many went. */
  async sweep(before: Date, limit: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(SWEEP_ANSWERS, [before, limit]);
    return row!.count;
  }

  private async findIn(queryable: Queryable, request: IdempotentRequest, now: Date): Promise<Repeated | null> {
    const [row] = await queryable.query<{ id: string; body_hash: Buffer; answer: Buffer }>(SELECT_ANSWER, [
      ...keyOf(request),
      new Date(now.getTime() - IDEMPOTENCY_MS),
    ]);
    if (row === undefined) return null;
    if (!row.body_hash.equals(hashOf(request.body))) return { kind: 'other-body' };
    return { kind: 'answered', answer: this.sealer.open(row.answer, answerPlace(row.id)) };
  }
}

function keyOf({ accountId, route, key }: IdempotentRequest): string[] {
  return [accountId, route, key];
}

function hashOf(body: string): Buffer {
  return createHash('sha256').update(body).digest();
}

/** Where the answer of a request is sealed to. */
export function answerPlace(rowId: string): SealedPlace {
  return { table: 'idempotent_request', column: 'answer', rowId };
}
