import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { PropertyView } from '@gable/domain/property';
import type { SearchBackend } from '@gable/search';
import { trim, type FieldChoice } from '../fields/answer-fields.js';
import { JSON_API_TYPE } from '../http/negotiation.js';
import { ApiJsonProperty } from '../openapi/decorators.js';
import { joined, WrittenBody } from '../http/written-body.js';
import type { WrittenRecord } from '../property-records/recent-records.js';
import { Links, PropertyResource, propertyResource, PropertyResponse } from './property-response.js';
import { PAGINATION_TYPES, type PaginationType } from './search-request.js';

/** Describes the header that names the engine. */
export const BACKEND_HEADERS = {
  'X-Search-Backend': {
    description: 'The engine that answered; postgres also while OpenSearch is out of order.',
    schema: { type: 'string', enum: ['postgres', 'opensearch'] },
  },
};

/** A property as a search answers it. */
export interface FoundProperty extends PropertyView {
  /** In the order by distance alone; null where it has no place. */
  readonly distanceMeters?: number | null;
}

/** One page of a search, before it takes either shape. */
export interface SearchPage {
  readonly items: readonly FoundProperty[];
  /** The same as bytes, where they are answered whole and as they are stored; then `items` is empty. */
  readonly written: readonly WrittenRecord[] | null;
  /** What of them is answered. */
  readonly fields: FieldChoice;
  readonly totalItems: number;
  readonly totalIsExact: boolean;
  readonly hasNextPage: boolean;
  readonly size: number;
  readonly nextBody: object;
  readonly previousBody: object | null;
  /**
   * Null in page mode. The token of the next page is null behind the last one; `pitId` names the time that bounds the
   * search.
   */
  readonly cursorMode: { readonly cursor: string | null; readonly pitId: string } | null;
  /** The engine that answered; null where none had to be asked. */
  readonly backend: SearchBackend | null;
}

const nextBody = () =>
  ApiJsonProperty({
    type: 'object',
    description:
      'Your own body with the paging fields of the next page, to be sent as it is. Behind the last page it answers ' +
      'an empty one: hasNextPage says when to stop.',
  });

const exactness = () =>
  ApiProperty({
    description: 'False: there may be more, since page mode counts no further, or a count took longer than it may.',
  });

class SearchPagination {
  @ApiProperty({ enum: PAGINATION_TYPES }) type: PaginationType;
  @ApiProperty({ type: 'integer' }) size: number;
  @nextBody() nextRequestBody: object;

  @ApiJsonProperty({
    type: ['object', 'null'],
    description: 'The same of the page before; null on the first page and in cursor mode.',
  })
  prevRequestBody: object | null;

  @ApiProperty() supportsPreviousPage: boolean;
  @ApiProperty() usage: string;
}

class SearchMeta {
  @ApiProperty({
    type: 'integer',
    description: 'Page mode: exact up to 10,000, then 10,000. Cursor mode: the true count of the first request.',
  })
  totalItems: number;

  @exactness() totalIsExact: boolean;

  @ApiProperty() hasNextPage: boolean;
  @ApiPropertyOptional({ description: 'Only in cursor mode and while there is a next page.' }) cursor?: string;
  @ApiProperty() pagination: SearchPagination;
}

@ApiSchema({ description: 'Shape A.' })
export class SearchEnvelope {
  @ApiProperty({ type: [PropertyResource] }) data: PropertyResource[];
  @ApiProperty() meta: SearchMeta;
  @ApiProperty() links: Links;
}

@ApiSchema({ description: 'Shape B.' })
export class SearchFlat {
  @ApiProperty({ type: [PropertyResponse] }) items: readonly Partial<PropertyView>[];
  @ApiProperty({ type: 'integer' }) totalItems: number;
  @exactness() totalIsExact: boolean;
  @ApiProperty() hasNextPage: boolean;
  @ApiPropertyOptional({ description: 'Cursor mode, while there is a next page.' }) cursor?: string;

  @ApiPropertyOptional({
    type: 'array',
    items: {},
    description: 'Cursor mode, while there is a next page; JSON.stringify of it is accepted as cursor.',
  })
  searchAfter?: unknown[];

  @ApiPropertyOptional({ description: 'Cursor mode: names the moment that bounds this search.' }) pitId?: string;
  @nextBody() nextRequestBody: object;
}

/** The answer of POST /properties/count. */
@ApiSchema({ name: 'Count' })
export class CountResponse {
  @ApiProperty({ type: 'integer', description: 'The true count, where totalIsExact.' }) totalItems: number;
  @ApiProperty({ description: 'False: there are at least so many, and counting them all took longer than it may.' })
  totalIsExact: boolean;
}

/** Shape A for JSON:API callers, shape B for plain JSON. */
export function searchResponse(mediaType: string | undefined, page: SearchPage): SearchEnvelope | SearchFlat {
  return mediaType === JSON_API_TYPE ? inEnvelope(page) : flat(page);
}

/** The same, as bytes where the records are. */
export function searchAnswer(
  mediaType: string | undefined,
  page: SearchPage,
): SearchEnvelope | SearchFlat | WrittenBody {
  const answer = searchResponse(mediaType, page);
  return page.written === null ? answer : writtenAround(answer, page.written);
}

/** An answer without items, with the records in their place: both shapes begin with the list. */
function writtenAround(answer: SearchEnvelope | SearchFlat, records: readonly WrittenRecord[]): WrittenBody {
  const isFlat = 'items' in answer;
  const opening = isFlat ? '{"items":[' : '{"data":[';
  const parts: (string | Buffer)[] = [opening];
  records.forEach(({ id, bytes }, n) => {
    const comma = n === 0 ? '' : ',';
    if (isFlat) parts.push(comma, bytes);
    else parts.push(`${comma}{"id":"/properties/${id}","type":"PropertySearch","attributes":`, bytes, '}');
  });
  parts.push(JSON.stringify(answer).slice(opening.length));
  return new WrittenBody(joined(parts), records.length);
}

/** How many properties an answer of either shape holds. */
export function itemsOf(answer: SearchEnvelope | SearchFlat | WrittenBody): number {
  if (answer instanceof WrittenBody) return answer.results;
  return 'items' in answer ? answer.items.length : answer.data.length;
}

function inEnvelope({
  items,
  fields,
  totalItems,
  totalIsExact,
  hasNextPage,
  size,
  nextBody,
  previousBody,
  cursorMode,
}: SearchPage): SearchEnvelope {
  return {
    data: items.map((item) => propertyResource(item.uuid, trim(item, fields))),
    meta: {
      totalItems,
      totalIsExact,
      hasNextPage,
      ...(cursorMode?.cursor && { cursor: cursorMode.cursor }),
      pagination: {
        type: cursorMode ? 'cursor' : 'page',
        size,
        nextRequestBody: nextBody,
        prevRequestBody: previousBody,
        supportsPreviousPage: cursorMode === null,
        usage: cursorMode ? CURSOR_USAGE : PAGE_USAGE,
      },
    },
    links: { self: '/properties' },
  };
}

const PAGE_USAGE =
  'Send nextRequestBody (or prevRequestBody) as the body of POST /properties. Stop when hasNextPage is false. ' +
  'For more than 10,000 results use paginationType "cursor".';
const CURSOR_USAGE =
  'Send nextRequestBody as the body of POST /properties. Stop when hasNextPage is false. A cursor does not ' +
  'expire and goes forward only.';

function flat({ items, fields, totalItems, totalIsExact, hasNextPage, nextBody, cursorMode }: SearchPage): SearchFlat {
  return {
    items: fields === undefined ? items : items.map((item) => trim(item, fields)),
    totalItems,
    totalIsExact,
    hasNextPage,
    ...(cursorMode?.cursor && { cursor: cursorMode.cursor, searchAfter: [cursorMode.cursor] }),
    ...(cursorMode && { pitId: cursorMode.pitId }),
    nextRequestBody: nextBody,
  };
}
