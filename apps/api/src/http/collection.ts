import { UseInterceptors, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';

/** Items of every collection's page. */
export const ITEMS_PER_PAGE = 30;

/** One page of a collection and how many items there are on all of them. */
export interface Page<T> extends PageCount {
  readonly items: readonly T[];
}

/** One page whose items are written as JSON already, one after the other. */
export interface WrittenPage extends PageCount {
  readonly written: readonly string[];
}

export interface PageCount {
  readonly total: number;
  /** There are more than `total`: a collection without an end is counted no further. */
  readonly isCapped?: boolean;
  /** The cursor of the next page, where no page number reaches it. */
  readonly nextCursor?: string | null;
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

/** A route that gives a `Page` or a `WrittenPage` answers its items, with X-Total-Count and Link (RFC 8288). */
export const Collection = () => UseInterceptors(PageHeaders);

class PageHeaders implements NestInterceptor {
  intercept(
    context: ExecutionContext,
    next: CallHandler<Page<unknown> | WrittenPage>,
  ): Observable<readonly unknown[] | string> {
    const { url } = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((page) => {
        reply.headers({
          'x-total-count': String(page.total),
          ...(page.isCapped && { 'x-total-count-capped': 'true' }),
          link: pageLinks(url, page),
        });
        return 'written' in page ? `[${page.written.join(',')}]` : page.items;
      }),
    );
  }
}

/**
 * Links to other pages of the address asked for, relative to this server; all other parameters stay. Of a collection
 * that was not counted to its end, nobody knows the last page. Behind a cursor there are no numbers.
 */
export function pageLinks(url: string, { total, isCapped = false, nextCursor = null }: PageCount): string {
  const parameters = new URLSearchParams(url.split('?', 2)[1]);
  const page = parameters.has('cursor') ? null : pageNumber(parameters.get('page') ?? '1');
  const last = Math.max(1, Math.ceil(total / ITEMS_PER_PAGE));
  const targets: [relation: string, parameter: 'page' | 'cursor', value: string | number][] = [['first', 'page', 1]];
  if (page !== null && page > 1) targets.push(['prev', 'page', Math.min(page - 1, last)]);
  if (page !== null && page < last) targets.push(['next', 'page', page + 1]);
  else if (nextCursor !== null) targets.push(['next', 'cursor', nextCursor]);
  if (page !== null && !isCapped) targets.push(['last', 'page', last]);
  return targets
    .map(([relation, parameter, value]) =>
      linkTo(relation, url, { cursor: undefined, page: undefined, [parameter]: String(value) }),
    )
    .join(', ');
}

/** A link of RFC 8288 to the address with these query parameters instead; undefined leaves one out. */
export function linkTo(relation: string, url: string, instead: Readonly<Record<string, string | undefined>>): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(instead)) {
    parameters.delete(name);
    if (value !== undefined) parameters.set(name, value);
  }
  return `<${path}?${parameters.toString()}>; rel="${relation}"`;
}

/** Numbers beyond what a database counts to lie past the end as well. */
function pageNumber(digits: string): number {
  return Math.min(Number(digits), 1e12);
}
