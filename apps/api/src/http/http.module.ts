import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, Reflector } from '@nestjs/core';
import type { Logger } from '@gable/runtime';
import { LOG } from '../parts.js';
import { JsonBody } from './json-body.js';
import { KnownQuery } from './known-query.js';
import { Negotiation } from './negotiation.js';
import { ProblemFilter } from './problem-filter.js';
import { ReadRequest } from './read-request.js';
import { RouteTable } from './route-table.js';

/** What happens to every request behind the key guard, in this order, and to every error. */
@Module({
  providers: [
    { provide: APP_INTERCEPTOR, inject: [Reflector], useFactory: (reflector: Reflector) => new Negotiation(reflector) },
    { provide: APP_INTERCEPTOR, useClass: KnownQuery },
    { provide: APP_PIPE, useClass: JsonBody },
    { provide: APP_PIPE, useClass: ReadRequest },
    {
      provide: APP_FILTER,
      inject: [RouteTable, LOG],
      useFactory: (routes: RouteTable, log: Logger) => new ProblemFilter(routes, log),
    },
  ],
})
export class HttpModule {}
