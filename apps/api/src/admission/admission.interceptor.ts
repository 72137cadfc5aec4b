import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finalize, type Observable } from 'rxjs';
import { CallerAddress } from '../access/caller-address.js';
import { AdmissionPools } from './admission-pools.js';
import { ADMISSION, type Admission } from './admitted.js';
import type { PoolName } from '../databases/pools.js';

/** Lets a request do its work once the pool of its route has a slot for its account. */
@Injectable()
export class AdmissionInterceptor implements NestInterceptor {
  constructor(
    private readonly pools: AdmissionPools,
    private readonly addresses: CallerAddress,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const admission = this.reflector.getAllAndOverride<Admission>(ADMISSION, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (admission === 'memory') return next.handle();
    const http = context.switchToHttp();
    const end = await this.admit(admission, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
    return next.handle().pipe(finalize(end));
  }

  /** Whether no other account has asked lately. */
  isAlone({ caller }: FastifyRequest): boolean {
    return caller !== undefined && this.pools.isAlone(caller.accountId);
  }

  /** Waits for a slot, and gives what ends the work. @throws Problem too-many-requests */
  async admit(pool: PoolName, request: FastifyRequest, { raw }: FastifyReply): Promise<() => void> {
    // Who shows no key is known by an address alone.
    const account = request.caller?.accountId ?? this.addresses.networkOf(request);
    const since = performance.now();
    const end = await this.pools.admit(pool, account, raw);
    request.waitedMs = performance.now() - since;
    return end;
  }
}
