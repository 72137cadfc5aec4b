import { Injectable } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import type { Scope } from '@gable/domain';
import type { FastifyInstance } from 'fastify';
import { ACCESS, SCOPE, type Access } from './roles.js';

/** A route of a controller with what it declares of itself. */
export interface DeclaredRoute {
  /** Class and method, for messages. */
  readonly handler: string;
  readonly method: string;
  readonly path: string;
  readonly access: Access | undefined;
  readonly scope: Scope | undefined;
  /** The method that carries the decorators, and its class. */
  readonly target: () => unknown;
  readonly controller: abstract new (...values: never[]) => unknown;
}

/** Knows who may call each route. */
@Injectable()
export class DeclaredAccess {
  private readonly registered: { method: string; path: string; handler: string }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  /** Notes the routes that are registered from now on. Nest names their handlers after class and method. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url: path, handler: { name: handler } }) => {
      for (const each of [method].flat()) this.registered.push({ method: each, path, handler });
    });
  }

  /** The routes of all controllers, but for the HEAD that Fastify adds to every GET. */
  routes(): DeclaredRoute[] {
    const controllers = new Map(
      this.discovery.getControllers().map(({ name, metatype }) => [name as string, metatype]),
    );
    return this.registered.flatMap((route) => {
      const [className = '', methodName = ''] = route.handler.split('.');
      const controller = controllers.get(className) as Controller | undefined;
      if (controller === undefined || route.method === 'HEAD') return [];
      const target = controller.prototype[methodName]!;
      const access = this.reflector.get<Access | undefined>(ACCESS, target);
      const scope = this.reflector.get<Scope | undefined>(SCOPE, target);
      return [{ ...route, target, controller, access, scope }];
    });
  }

  /** @throws where a route forgot to say who may call it, or with which scope: such a route must not start */
  require(): void {
    const routes = this.routes();
    refuse(
      routes.filter(({ access }) => access === undefined),
      'Every route declares @Roles(…) or @Public()',
    );
    refuse(
      routes.filter(({ access, scope }) => access !== 'public' && scope === undefined),
      'Every route that needs a key declares @NeedsScope(…)',
    );
  }
}

function refuse(silent: readonly DeclaredRoute[], rule: string): void {
  if (silent.length === 0) return;
  const list = silent.map(({ handler, method, path }) => `${method} ${path} (${handler})`).join(', ');
  throw new Error(`${rule}; these do not: ${list}`);
}

interface Controller {
  new (...values: never[]): unknown;
  readonly prototype: Readonly<Record<string, () => unknown>>;
}
