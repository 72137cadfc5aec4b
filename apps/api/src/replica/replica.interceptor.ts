import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { StaleReads } from '@gable/persistence';
import { CONFIG } from '@gable/platform';
import type { Config } from '@gable/runtime';
import type { FastifyRequest } from 'fastify';
import { finalize, Observable } from 'rxjs';
import { MAY_BE_STALE, type StaleKind } from './may-be-stale.js';
import { RecentWrites } from './recent-writes.js';

/**
 * Lets searches and analytics read the standby of the settings, and an account see there what it wrote before. Asked
 * with `Cache-Control: no-cache`, the primary answers.
 */
@Injectable()
export class ReplicaInterceptor implements NestInterceptor {
  private readonly writes: RecentWrites | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'databaseReplica' | 'searchEngine'>,
    private readonly reflector: Reflector,
  ) {
    const { databaseReplica } = config;
    this.writes = databaseReplica && new RecentWrites(databaseReplica.maxLagMs);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { writes } = this;
    const account = request.caller?.accountId;
    if (writes === undefined || account === undefined) return next.handle();
    const kind = this.reflector.get<StaleKind | undefined>(MAY_BE_STALE, context.getHandler());
    if (kind === undefined)
      return mayTellNews(request) ? next.handle().pipe(finalize(() => writes.note(account))) : next.handle();
    const reads = this.readsOf(kind, request);
    if (reads === undefined) return next.handle();
    return new Observable((subscriber) => reads.allow(() => next.handle().subscribe(subscriber)));
  }

  /** What a request of such a route may read of a standby; undefined where the primary answers. */
  readsOf(kind: StaleKind | undefined, request: FastifyRequest): StaleReads | undefined {
    const account = request.caller?.accountId;
    if (kind === undefined || this.writes === undefined || account === undefined) return undefined;
    // An index follows the primary: records of a standby might be older than what it found.
    if ((kind === 'search' && this.config.searchEngine === 'opensearch') || isAskedAnew(request)) return undefined;
    return new StaleReads(this.writes.last(account));
  }
}

/** It writes, or says what became of a feed: the account then expects to find it. */
function mayTellNews({ method, url }: FastifyRequest): boolean {
  return (method !== 'GET' && method !== 'HEAD') || url.startsWith('/feeds/');
}

/** RFC 9111 §5.2.1.4 */
function isAskedAnew({ headers }: FastifyRequest): boolean {
  return /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(headers['cache-control'] ?? '');
}
