import { Injectable } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { ACCESS, type Access } from './roles.js';

/** A route of a controller with what it declares of itself. */
export interface DeclaredRoute {
  /** Class and method, for messages. */
  readonly handler: string;
  readonly method: string;
  readonly path: string;
  readonly access: Access | undefined;
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
      return [{ ...route, target, controller, access: this.reflector.get<Access | undefined>(ACCESS, target) }];
    });
  }

  /** @throws where a route forgot to say who may call it: such a route must not start */
  require(): void {
    const silent = this.routes().filter(({ access }) => access === undefined);
    if (silent.length === 0) return;
    const list = silent.map(({ handler, method, path }) => `${method} ${path} (${handler})`).join(', ');
    throw new Error(`Every route declares @Roles(…) or @Public(); these do not: ${list}`);
  }
}

interface Controller {
  new (...values: never[]): unknown;
  readonly prototype: Readonly<Record<string, () => unknown>>;
}
