import { SORT_FIELDS, type SortDirection, type SortField } from '@gable/search';
import { IsIn, IsInt, IsObject, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

export const SEARCH_MODES = ['classic', 'advanced'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];
export const PAGINATION_TYPES = ['page', 'cursor'] as const;
export type PaginationType = (typeof PAGINATION_TYPES)[number];

export const DEFAULT_SIZE = 10;
export const MAX_SIZE = 100;
/** How deep page mode reaches, and where its totals stop. */
export const PAGE_MODE_DEPTH = 10_000;

/** What stands around the filters in the body of a search. */
export class SearchEnvelope {
  @IsOptional()
  @IsIn(SEARCH_MODES, { message: oneOf(SEARCH_MODES) })
  searchMode: SearchMode = 'classic';

  @IsOptional()
  @IsIn(PAGINATION_TYPES, { message: oneOf(PAGINATION_TYPES) })
  paginationType: PaginationType = 'page';

  @IsOptional()
  @Min(1, { message: 'is 1 or more' })
  @IsInt({ message: 'expects a whole number' })
  page?: number;

  @IsOptional()
  @Max(MAX_SIZE, { message: `is ${MAX_SIZE} or less` })
  @Min(1, { message: 'is 1 or more' })
  @IsInt({ message: 'expects a whole number' })
  size: number = DEFAULT_SIZE;

  @IsOptional()
  @MaxLength(4_096, { message: 'is no cursor of ours' })
  @IsString({ message: 'expects the cursor of the previous answer, a string' })
  cursor?: string;

  @IsOptional()
  @IsObject({ message: 'expects an object {field, direction}' })
  sort?: object;
}

export class SortRequest {
  @IsIn(SORT_FIELDS, { message: oneOf(SORT_FIELDS) })
  field: SortField = 'CREATED_AT';

  @IsIn(['ASC', 'DESC'], { message: oneOf(['ASC', 'DESC']) })
  direction: SortDirection = 'DESC';
}

function oneOf(values: readonly string[]): string {
  return `expects one of ${values.join(', ')}`;
}
