import { UseInterceptors, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';

/** Items of every collection's page. */
export const ITEMS_PER_PAGE = 30;

/** One page of a collection and how many items there are on all of them. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** Which items a page holds, for a store. */
export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

/** Query parameters of a collection; a collection with filters extends it. */
export class PageQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 })
  @Matches(/^[1-9]\d*$/, { message: 'expects a whole number, 1 or more, once' })
  page: string = '1';
}

export function rangeOf({ page }: PageQuery): PageRange {
  return { offset: (pageNumber(page) - 1) * ITEMS_PER_PAGE, limit: ITEMS_PER_PAGE };
}

/** A route that gives a `Page` answers its items, with X-Total-Count and Link (RFC 8288). */
export const Collection = () => UseInterceptors(PageHeaders);

class PageHeaders implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<Page<unknown>>): Observable<readonly unknown[]> {
    const { url } = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map(({ items, total }) => {
        reply.headers({ 'x-total-count': String(total), link: pageLinks(url, total) });
        return items;
      }),
    );
  }
}

/** Links to other pages of the address asked for, relative to this server; all other parameters stay. */
export function pageLinks(url: string, total: number): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  const page = pageNumber(parameters.get('page') ?? '1');
  const last = Math.max(1, Math.ceil(total / ITEMS_PER_PAGE));
  const targets: [relation: string, page: number][] = [
    ['first', 1],
    ...(page > 1 ? [['prev', Math.min(page - 1, last)] as [string, number]] : []),
    ...(page < last ? [['next', page + 1] as [string, number]] : []),
    ['last', last],
  ];
  return targets
    .map(([relation, number]) => {
      parameters.set('page', String(number));
      return `<${path}?${parameters.toString()}>; rel="${relation}"`;
    })
    .join(', ');
}

/** Numbers beyond what a database counts to lie past the end as well. */
function pageNumber(digits: string): number {
  return Math.min(Number(digits), 1e12);
}
