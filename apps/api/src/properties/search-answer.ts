import type { PropertyView } from '@gable/domain/property';
import type { SearchBackend } from '@gable/search';
import { JSON_API_TYPE } from '../http/negotiation.js';
import type { JsonObject } from '../http/json-body.js';

/** One page of a search, before it takes either shape. */
export interface SearchPage {
  readonly items: readonly PropertyView[];
  readonly totalItems: number;
  readonly hasNextPage: boolean;
  readonly size: number;
  readonly nextBody: JsonObject | null;
  readonly previousBody: JsonObject | null;
  /** Cursor mode only: the token of the next page (null behind the last) and the name of the walk's bound. */
  readonly walk: { readonly cursor: string | null; readonly pitId: string } | null;
  /** The engine that answered; null where none had to be asked. */
  readonly backend: SearchBackend | null;
}

/** Shape A for JSON:API callers, shape B for plain JSON. */
export function answerInShape(
  mediaType: string | undefined,
  page: SearchPage,
): SearchEnvelopeAnswer | SearchFlatAnswer {
  return mediaType === JSON_API_TYPE ? envelopeAnswer(page) : flatAnswer(page);
}

/** How many properties an answer of either shape holds. */
export function itemsOf(answer: SearchEnvelopeAnswer | SearchFlatAnswer): number {
  return 'items' in answer ? answer.items.length : answer.data.length;
}

export interface PropertyResource {
  id: string;
  type: 'PropertySearch';
  attributes: PropertyView;
}

export function propertyResource(property: PropertyView): PropertyResource {
  return { id: `/properties/${property.uuid}`, type: 'PropertySearch', attributes: property };
}

export interface SearchEnvelopeAnswer {
  data: PropertyResource[];
  meta: {
    totalItems: number;
    hasNextPage: boolean;
    cursor?: string;
    pagination: {
      type: 'page' | 'cursor';
      size: number;
      nextRequestBody: JsonObject | null;
      prevRequestBody: JsonObject | null;
      supportsPreviousPage: boolean;
      usage: string;
    };
  };
  links: { self: string };
}

function envelopeAnswer({
  items,
  totalItems,
  hasNextPage,
  size,
  nextBody,
  previousBody,
  walk,
}: SearchPage): SearchEnvelopeAnswer {
  return {
    data: items.map(propertyResource),
    meta: {
      totalItems,
      hasNextPage,
      ...(walk?.cursor && { cursor: walk.cursor }),
      pagination: {
        type: walk ? 'cursor' : 'page',
        size,
        nextRequestBody: nextBody,
        prevRequestBody: previousBody,
        supportsPreviousPage: walk === null,
        usage: walk ? CURSOR_USAGE : PAGE_USAGE,
      },
    },
    links: { self: '/properties' },
  };
}

const PAGE_USAGE =
  'Send nextRequestBody (or prevRequestBody) as the body of POST /properties. Stop when hasNextPage is false. For more than 10,000 results use paginationType "cursor".';
const CURSOR_USAGE =
  'Send nextRequestBody as the body of POST /properties. Stop when hasNextPage is false. A cursor does not expire and goes forward only.';

export interface SearchFlatAnswer {
  items: readonly PropertyView[];
  totalItems: number;
  hasNextPage: boolean;
  cursor?: string;
  searchAfter?: unknown[];
  pitId?: string;
}

function flatAnswer({ items, totalItems, hasNextPage, walk }: SearchPage): SearchFlatAnswer {
  return {
    items,
    totalItems,
    hasNextPage,
    ...(walk?.cursor && { cursor: walk.cursor, searchAfter: [walk.cursor] }),
    ...(walk && { pitId: walk.pitId }),
  };
}
