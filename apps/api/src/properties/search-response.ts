import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { PropertyView } from '@gable/domain/property';
import type { SearchBackend } from '@gable/search';
import { trim, type FieldChoice } from '../fields/answer-fields.js';
import { JSON_API_TYPE } from '../http/negotiation.js';
import { joined, WrittenList } from '../http/written-body.js';
import { ApiJsonProperty } from '../openapi/decorators.js';
import type { WrittenRecord } from '../property-records/recent-records.js';
import { Links, PropertyResource, propertyResource, PropertyResponse, writtenResource } from './property-response.js';
import { PAGINATION_TYPES, type PaginationType } from './search-request.js';

/** Describes the header that names the engine. */
export const BACKEND_HEADERS = {
  'X-Search-Backend': {
    description: 'The engine that answered; postgres also while OpenSearch is not available.',
    schema: { type: 'string', enum: ['postgres', 'opensearch'] },
  },
};

/** A property as a search answers it. */
export interface FoundProperty extends PropertyView {
  /** In the order by distance alone; null where it has no place. */
  readonly distanceMeters?: number | null;
}

/** Properties in the form in which they are answered, whole. */
export class WrittenItems {
  constructor(readonly records: readonly WrittenRecord[]) {}
}

/** One page of a search, before it takes either shape. */
export interface SearchPage {
  readonly items: readonly FoundProperty[] | WrittenItems;
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
      'Your own body with the paging fields of the next page: send it as it is. After the last page it ' +
      'returns an empty page: hasNextPage says when to stop.',
  });

const exactness = () =>
  ApiProperty({
    description: 'false: there may be more, because page mode counts no further, or because counting took too long.',
  });

class SearchPagination {
  @ApiProperty({ enum: PAGINATION_TYPES }) type: PaginationType;
  @ApiProperty({ type: 'integer' }) size: number;
  @nextBody() nextRequestBody: object;

  @ApiJsonProperty({
    type: ['object', 'null'],
    description: 'The same for the previous page; null on the first page and in cursor mode.',
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
  @ApiPropertyOptional({ description: 'Only in cursor mode, as long as there is a next page.' }) cursor?: string;
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
  @ApiPropertyOptional({ description: 'Only in cursor mode, as long as there is a next page.' }) cursor?: string;

  @ApiPropertyOptional({
    type: 'array',
    items: {},
    description: 'Only in cursor mode, as long as there is a next page. JSON.stringify of it is accepted as cursor.',
  })
  searchAfter?: unknown[];

  @ApiPropertyOptional({ description: 'Only in cursor mode: identifies the moment that bounds this search.' })
  pitId?: string;
  @nextBody() nextRequestBody: object;
}

/** The answer of POST /properties/count. */
@ApiSchema({ name: 'Count' })
export class CountResponse {
  @ApiProperty({ type: 'integer', description: 'The exact count if totalIsExact is true.' }) totalItems: number;
  @ApiProperty({ description: 'false: there are at least this many, but counting all of them took too long.' })
  totalIsExact: boolean;
}

/** Shape A for JSON:API callers, shape B for plain JSON; `root` stands before the path of a link. */
export function searchResponse(
  mediaType: string | undefined,
  page: SearchPage,
  root: string,
): SearchEnvelope | SearchFlat | WrittenList {
  const { items } = page;
  const isEnvelope = mediaType === JSON_API_TYPE;
  if (items instanceof WrittenItems) return isEnvelope ? writtenEnvelope(page, items, root) : writtenFlat(page, items);
  return isEnvelope ? inEnvelope(page, items, root) : flat(page, items);
}

/** How many properties an answer of either shape holds. */
export function itemsOf(answer: SearchEnvelope | SearchFlat | WrittenList): number {
  if (answer instanceof WrittenList) return answer.count;
  return 'items' in answer ? answer.items.length : answer.data.length;
}

function inEnvelope(page: SearchPage, items: readonly FoundProperty[], root: string): SearchEnvelope {
  return { data: items.map((item) => propertyResource(item.uuid, trim(item, page.fields))), ...aroundData(page, root) };
}

function writtenEnvelope(page: SearchPage, { records }: WrittenItems, root: string): WrittenList {
  return listed(
    'data',
    records.flatMap(({ id, bytes }, n) => [n > 0 ? ',' : '', ...writtenResource(id, bytes)]),
    {
      count: records.length,
      rest: aroundData(page, root),
    },
  );
}

function aroundData(page: SearchPage, root: string): Omit<SearchEnvelope, 'data'> {
  const { totalItems, totalIsExact, hasNextPage, size, nextBody, previousBody, cursorMode } = page;
  return {
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
    links: { self: `${root}/properties` },
  };
}

const PAGE_USAGE =
  'Send nextRequestBody (or prevRequestBody) as the body of POST /properties. Stop when hasNextPage is false. ' +
  'For more than 10,000 results use paginationType "cursor".';
const CURSOR_USAGE =
  'Send nextRequestBody as the body of POST /properties. Stop when hasNextPage is false. A cursor does not ' +
  'expire and goes forward only.';

function flat(page: SearchPage, items: readonly FoundProperty[]): SearchFlat {
  const { fields } = page;
  return { items: fields === undefined ? items : items.map((item) => trim(item, fields)), ...aroundItems(page) };
}

function writtenFlat(page: SearchPage, { records }: WrittenItems): WrittenList {
  return listed(
    'items',
    records.flatMap(({ bytes }, n) => (n > 0 ? [',', bytes] : [bytes])),
    {
      count: records.length,
      rest: aroundItems(page),
    },
  );
}

/** An object whose first member is a list that is written already. */
function listed(
  name: string,
  entries: readonly (string | Buffer)[],
  { count, rest }: { readonly count: number; readonly rest: object },
): WrittenList {
  return new WrittenList(joined([`{"${name}":[`, ...entries, `],${JSON.stringify(rest).slice(1)}`]), count);
}

function aroundItems({
  totalItems,
  totalIsExact,
  hasNextPage,
  nextBody,
  cursorMode,
}: SearchPage): Omit<SearchFlat, 'items'> {
  return {
    totalItems,
    totalIsExact,
    hasNextPage,
    ...(cursorMode?.cursor && { cursor: cursorMode.cursor, searchAfter: [cursorMode.cursor] }),
    ...(cursorMode && { pitId: cursorMode.pitId }),
    nextRequestBody: nextBody,
  };
}
