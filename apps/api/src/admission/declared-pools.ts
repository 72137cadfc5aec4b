import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DeclaredAccess, type DeclaredRoute } from '../access/declared-access.js';
import { ADMISSION, type Admission } from './admitted.js';

/** Knows in which pool each route does its work. */
@Injectable()
export class DeclaredPools {
  constructor(
    private readonly access: DeclaredAccess,
    private readonly reflector: Reflector,
  ) {}

  routes(): (DeclaredRoute & { readonly admission: Admission | undefined })[] {
    return this.access.routes().map((route) => ({
      ...route,
      admission: this.reflector.getAllAndOverride<Admission | undefined>(ADMISSION, [
        route.target,
        route.controller as never,
      ]),
    }));
  }

  /** @throws where a route forgot to say where it works: nothing would bound it */
  require(): void {
    const silent = this.routes().filter(({ admission }) => admission === undefined);
    if (silent.length === 0) return;
    const list = silent.map(({ handler, method, path }) => `${method} ${path} (${handler})`).join(', ');
    throw new Error(`Every route declares @Admitted(…) or @FromMemory(); these do not: ${list}`);
  }
}
