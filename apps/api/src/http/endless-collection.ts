import { liesBeyond, type EndlessPage, type ListPosition, type ListRange } from '@gable/persistence';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { PageQuery, rangeOf, type Page } from './collection.js';
import { invalid } from './problem.js';

/**
 * Query parameters of a collection that may have millions of items. Pages have numbers as far as items are counted;
 * from there on, and for who reads everything, the answer links to the next page by a cursor.
 */
export class EndlessQuery extends PageQuery {
  @ApiPropertyOptional({
    pattern: '^[A-Za-z0-9_-]{50,72}$',
    description: 'Continues after an earlier page; take it from its link `next`. Cannot be combined with page.',
  })
  @IsOptional()
  @ValidateBy({
    name: 'isListCursor',
    validator: {
      validate: (value) => readCursor(value) !== null,
      defaultMessage: () => 'is not a cursor of this list; take it from the link next of a page',
    },
  })
  cursor?: string;
}

/** Which items are asked for. @throws Problem where both a page and a cursor are */
export function listRangeOf(query: EndlessQuery): ListRange {
  if (query.cursor === undefined) return rangeOf(query);
  if (query.page !== '1')
    throw invalid([{ propertyPath: 'page', message: 'cannot be combined with cursor; leave one of them out' }]);
  return { ...rangeOf(query), offset: 0, after: readCursor(query.cursor) };
}

/** What the route answers. @throws Problem where the page lies beyond what is counted */
export function endlessPage<Stored, T>(
  { items, total, isCapped, next }: EndlessPage<Stored>,
  range: ListRange,
  response: (item: Stored) => T,
): Page<T> {
  if (isCapped && liesBeyond(range, total)) {
    throw invalid([
      {
        propertyPath: 'page',
        message: `only reaches the first ${total} items, which are counted; follow the link next to go further`,
      },
    ]);
  }
  return { items: items.map(response), total, isCapped, nextCursor: next && cursorOf(next) };
}

/** The position as text. It is no secret: who changes it reads on elsewhere in the same collection. */
function cursorOf({ createdAt, id }: ListPosition): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url');
}

const POSITION = /^(\d{1,15}) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

function readCursor(cursor: unknown): ListPosition | null {
  if (typeof cursor !== 'string' || cursor.length > 100) return null;
  const [, time, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return id === undefined ? null : { createdAt: new Date(Number(time)), id };
}
