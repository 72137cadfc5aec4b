import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { JsonBody } from './json-body.js';
import { KnownBody } from './known-body.js';
import { KnownQuery } from './known-query.js';
import { Negotiation } from './negotiation.js';
import { ProblemFilter } from './problem-filter.js';
import { ReadRequest } from './read-request.js';
import { RouteTable } from './route-table.js';

/** What happens to every request behind the key guard, in this order, and to every error. */
@Module({
  providers: [
    RouteTable,
    { provide: APP_INTERCEPTOR, useClass: Negotiation },
    { provide: APP_INTERCEPTOR, useClass: KnownQuery },
    { provide: APP_INTERCEPTOR, useClass: KnownBody },
    { provide: APP_PIPE, useClass: JsonBody },
    { provide: APP_PIPE, useClass: ReadRequest },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class HttpModule {}
