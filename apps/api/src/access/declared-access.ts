import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { ACCESS, type Access } from './roles.js';

export interface DeclaredRoute {
  /** Class and method, for messages. */
  handler: string;
  method: string;
  path: string;
  access: Access | undefined;
  /** What carries all that it declares. */
  target: object;
}

/** Every route of every controller with what it declares about access. */
export function declaredRoutes(modules: ModulesContainer): DeclaredRoute[] {
  const controllers = [...modules.values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => (typeof metatype === 'function' ? routesOf(metatype as Type) : []));
}

/** A route that forgot to say who may call it must not start. */
export function requireDeclaredAccess(modules: ModulesContainer): void {
  const silent = declaredRoutes(modules).filter(({ access }) => access === undefined);
  if (silent.length === 0) return;
  const list = silent.map(({ handler, method, path }) => `${method} ${path} (${handler})`).join(', ');
  throw new Error(`Every route declares @Roles(…) or @Public(); these do not: ${list}`);
}

function routesOf(controller: Type): DeclaredRoute[] {
  const prototype = controller.prototype as Record<string, unknown>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const method = prototype[name];
    if (typeof method !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, method)) return [];
    return [
      {
        handler: `${controller.name}.${name}`,
        method: RequestMethod[Reflect.getMetadata(METHOD_METADATA, method) as number]!,
        path: pathOf(Reflect.getMetadata(PATH_METADATA, controller), Reflect.getMetadata(PATH_METADATA, method)),
        access: Reflect.getMetadata(ACCESS, method) as Access | undefined,
        target: method,
      },
    ];
  });
}

function pathOf(...parts: unknown[]): string {
  return `/${parts
    .flatMap((part) => String(part).split('/'))
    .filter(Boolean)
    .join('/')}`;
}
