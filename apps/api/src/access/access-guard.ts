import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { admitsScope, type Scope } from '@gable/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, Problem } from '../http/problem.js';
import { ApiKeys } from './api-keys.js';
import { CallerAddress } from './caller-address.js';
import type { Caller } from './caller.js';
import { RateLimit } from './rate-limit.js';
import { ACCESS, SCOPE, type Access } from './roles.js';

/** What a route declares of who may use it. */
export interface Declared {
  readonly access: Access | undefined;
  readonly scope: Scope | undefined;
}

/** Stands before every route: finds the caller, counts the request against its limit, and compares role and scopes. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly rateLimit: RateLimit,
    private readonly addresses: CallerAddress,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<Access | undefined>(ACCESS, context.getHandler());
    const scope = this.reflector.get<Scope | undefined>(SCOPE, context.getHandler());
    const http = context.switchToHttp();
    await this.admit({ access, scope }, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
    return true;
  }

  /** @throws Problem where the request may not use the route */
  async admit({ access, scope }: Declared, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (access === 'public') return;
    // Start-up refuses such a route; this is the second lock.
    if (access === undefined || scope === undefined) throw notFound();
    const caller = await this.callerOf(request);
    await this.rateLimit.take(caller.apiKeyUuid, caller.requestsPerMinute, reply);
    if (!access.roles.includes(caller.role))
      throw new Problem('forbidden', `The role ${caller.role} may not use this address.`);
    if (access.isForOperators === true && !caller.isOperator)
      throw new Problem('forbidden', 'Only keys of accounts that OPERATOR_ACCOUNTS names may use this address.');
    if (!admitsScope(caller.scopes, scope))
      throw new Problem('forbidden', `This API key was made without the scope ${scope}, which this address needs.`);
    request.caller = caller;
  }

  /** By the key as it stands now: before a larger body is read, and again where a request took long. @throws Problem */
  callerOf(request: FastifyRequest): Promise<Caller> {
    const header = request.headers['x-api-key'];
    return this.apiKeys.admit([header].flat()[0], this.addresses.networkOf(request));
  }
}
