import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, Problem } from '../http/problem.js';
import type { ApiKeys } from './api-keys.js';
import type { RateLimit } from './rate-limit.js';
import { ACCESS, type Access } from './roles.js';

/** Stands before every route: finds the caller, counts the request against the key's limit, and compares its role with those the route admits. */
export class AccessGuard implements CanActivate {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly rateLimit: RateLimit,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<Access | undefined>(ACCESS, context.getHandler());
    if (access === 'public') return true;
    if (access === undefined) throw notFound(); // start-up refuses such a route; this is the second lock
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const header = request.headers['x-api-key'];
    const caller = await this.apiKeys.admit(Array.isArray(header) ? header[0] : header, request.ip);
    await this.rateLimit.take(caller.apiKeyUuid, context.switchToHttp().getResponse<FastifyReply>());
    if (!access.roles.includes(caller.role))
      throw new Problem('forbidden', `The role ${caller.role} may not use this address.`);
    request.caller = caller;
    return true;
  }
}
