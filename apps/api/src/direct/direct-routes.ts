import { Injectable } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import type { Scope } from '@gable/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { AccessGuard } from '../access/access-guard.js';
import { ACCESS, SCOPE, type Access } from '../access/roles.js';
import { AdmissionInterceptor } from '../admission/admission.interceptor.js';
import { ADMISSION, type Admission } from '../admission/admitted.js';
import { refuseBodyOfRead } from '../http/known-body.js';
import { refuseUnknownQuery } from '../http/known-query.js';
import { negotiate, OFFERS } from '../http/negotiation.js';
import { WrittenBody } from '../http/written-body.js';
import { BILLING, noteResults, type Billing } from '../usage/billable.js';
import { MAY_BE_STALE, type StaleKind } from '../replica/may-be-stale.js';
import { ReplicaInterceptor } from '../replica/replica.interceptor.js';
import { COSTS_MORE, DIRECT, LOOKS_FIRST, type ReadArguments } from './direct.js';

type Method = (...values: unknown[]) => unknown;

/** Puts the handlers of routes with `@Direct` in the place of Nest's. Errors reach the filter of problems as ever. */
@Injectable()
export class DirectRoutes {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly guard: AccessGuard,
    private readonly admission: AdmissionInterceptor,
    private readonly replica: ReplicaInterceptor,
  ) {}

  /** Watches the routes that are registered from now on. Nest names their handlers after class and method. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (route) => {
      const direct = this.handlerOf(route.handler.name);
      if (direct !== undefined) route.handler = direct;
    });
  }

  private handlerOf(name: string): RouteHandlerMethod | undefined {
    const [className = '', methodName = ''] = name.split('.');
    const controller = this.discovery.getControllers().find((each) => each.name === className);
    const instance = controller?.instance as Record<string, Method> | undefined;
    const method = instance?.[methodName];
    const read = method && this.reflector.get<ReadArguments | undefined>(DIRECT, method);
    if (read === undefined) return undefined;
    const handler = this.handlerFor(instance!, method!, read);
    return Object.defineProperty(handler, 'name', { value: name }); // as the registers of routes know it
  }

  private handlerFor(controller: object, method: Method, read: ReadArguments): RouteHandlerMethod {
    const access = this.reflector.get<Access | undefined>(ACCESS, method);
    const scope = this.reflector.get<Scope | undefined>(SCOPE, method);
    const offers = this.reflector.get<string[] | undefined>(OFFERS, method);
    const billing = this.reflector.get<Billing | undefined>(BILLING, method);
    const stale = this.reflector.get<StaleKind | undefined>(MAY_BE_STALE, method);
    const looksFirst = this.reflector.get<true | undefined>(LOOKS_FIRST, method) ?? false;
    const admission = this.reflector.getAllAndOverride<Admission>(ADMISSION, [method, controller.constructor as never]);
    const answer = (request: FastifyRequest, reply: FastifyReply, ...isLook: boolean[]) =>
      method.apply(controller, [...read(request, reply), ...isLook]);
    if (access === 'public' && admission === 'memory')
      return (request, reply) => void send(reply, answer(request, reply));
    return async (request, reply) => {
      await this.guard.admit({ access, scope }, request, reply);
      negotiate(request, reply, offers);
      refuseUnknownQuery(request, method);
      refuseBodyOfRead(request);
      const work = async (pool: Admission, ...isLook: boolean[]): Promise<unknown> => {
        const end = pool === 'memory' ? nothing : await this.admission.admit(pool, request, reply);
        try {
          return await answer(request, reply, ...isLook);
        } finally {
          end();
        }
      };
      const reads = this.replica.readsOf(stale, request);
      let answered: unknown = COSTS_MORE;
      if (looksFirst && reads === undefined && this.admission.isAlone(request)) answered = await work('reads', true);
      if (answered === COSTS_MORE) answered = await (reads?.allow(() => work(admission)) ?? work(admission));
      if (billing !== undefined) noteResults(request, billing, answered);
      return send(reply, answered);
    };
  }
}

const nothing = (): void => undefined;

const send = (reply: FastifyReply, answer: unknown): FastifyReply =>
  reply.send(answer instanceof WrittenBody ? answer.bytes : answer);
