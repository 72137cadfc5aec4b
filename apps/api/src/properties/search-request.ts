import { SORT_FIELDS, type SortDirection, type SortField } from '@gable/search';
import { ApiProperty, ApiPropertyOptional, IntersectionType, PickType } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { ClassicFilters } from '../criteria/classic-filters.js';
import { IsCriteria } from '../criteria/is-criteria.js';
import { FieldsMember } from '../fields/fields-query.js';
import { pointSchema } from '../openapi/criteria-schemas.js';
import { ApiJsonProperty, ApiOneOf, ApiRequestSchema } from '../openapi/decorators.js';
import { orNull } from '../openapi/schema.js';

export const SEARCH_MODES = ['classic', 'advanced'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];
export const PAGINATION_TYPES = ['page', 'cursor'] as const;
export type PaginationType = (typeof PAGINATION_TYPES)[number];

export const DEFAULT_SIZE = 10;
export const MAX_SIZE = 100;
/** How deep page mode reaches, and where its totals stop. */
export const PAGE_MODE_DEPTH = 10_000;

export const LONGEST_CURSOR = 4_096;

const SORT_DIRECTIONS = ['ASC', 'DESC'] as const;
const ORDERS = [...SORT_FIELDS, 'DISTANCE'] as const;

@ApiRequestSchema({
  name: 'Sort',
  description:
    'PRICE is the lowest price of a property, AREA its largest area, PRICE_PER_AREA its lowest price per ' +
    'area, DISTANCE its distance from centerPoint. Properties without the value come last in both ' +
    'directions.',
  default: { field: 'CREATED_AT', direction: 'DESC' },
})
export class SortRequest {
  @ApiPropertyOptional({ enum: ORDERS, nullable: true })
  @IsIn(ORDERS, { message: oneOf(ORDERS) })
  field: SortField | 'DISTANCE' = 'CREATED_AT';

  @ApiPropertyOptional({
    enum: SORT_DIRECTIONS,
    nullable: true,
    description: 'The default is DESC, and ASC for DISTANCE.',
  })
  @IsIn(SORT_DIRECTIONS, { message: oneOf(SORT_DIRECTIONS) })
  direction: SortDirection = 'DESC';

  @ApiJsonProperty(
    {
      ...orNull(pointSchema),
      description: 'Only for DISTANCE; may be missing if the criteria have a centerPoint at their root.',
    },
    { required: false },
  )
  @IsOptional()
  centerPoint?: unknown;
}

/** What stands around the filters in the body of a search. */
export class SearchSettings {
  @IsOptional()
  @IsIn(SEARCH_MODES, { message: oneOf(SEARCH_MODES) })
  searchMode: SearchMode = 'classic';

  @IsOptional()
  @IsIn(PAGINATION_TYPES, { message: oneOf(PAGINATION_TYPES) })
  paginationType: PaginationType = 'page';

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 1,
    default: 1,
    description: `page × size may reach ${PAGE_MODE_DEPTH}; use cursors to go further.`,
  })
  @IsOptional()
  @Min(1, { message: 'is 1 or more' })
  @IsInt({ message: 'expects a whole number' })
  page?: number;

  @ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 1, maximum: MAX_SIZE, default: DEFAULT_SIZE })
  @IsOptional()
  @Max(MAX_SIZE, { message: `is ${MAX_SIZE} or less` })
  @Min(1, { message: 'is 1 or more' })
  @IsInt({ message: 'expects a whole number' })
  size: number = DEFAULT_SIZE;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Absent in the first request; then the cursor of the previous response.',
  })
  @IsOptional()
  @MaxLength(LONGEST_CURSOR, { message: 'is not a cursor of this search' })
  @IsString({ message: 'expects the cursor of the previous answer, a string' })
  cursor?: string;

  @ApiPropertyOptional({ type: SortRequest, nullable: true })
  @IsOptional()
  @IsObject({ message: 'expects an object {field, direction}' })
  sort?: object;

  @FieldsMember() fields?: unknown[];

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    default: false,
    description: 'Returns with each listing where the words of criteria.text occur in its title and description.',
  })
  @IsOptional()
  @IsBoolean({ message: 'expects true or false' })
  highlight: boolean = false;
}

class PageMode extends PickType(SearchSettings, ['page', 'size', 'sort', 'fields', 'highlight']) {
  @ApiPropertyOptional({ enum: ['page'], nullable: true }) paginationType?: 'page' | null;
  @ApiJsonProperty({ type: 'null' }, { required: false }) cursor?: null;
}

class CursorMode extends PickType(SearchSettings, ['cursor', 'size', 'sort', 'fields', 'highlight']) {
  @ApiProperty({ enum: ['cursor'] }) paginationType: 'cursor';
  @ApiJsonProperty({ type: 'null' }, { required: false }) page?: null;
}

/** Paging, order and fields of a body of either kind, where they change nothing. */
export class IdleSettings extends PickType(SearchSettings, ['page', 'cursor', 'size', 'sort', 'fields', 'highlight']) {
  @ApiPropertyOptional({ enum: PAGINATION_TYPES, nullable: true }) paginationType?: PaginationType | null;
}

export class ClassicMode extends ClassicFilters {
  @ApiPropertyOptional({ enum: ['classic'], nullable: true }) searchMode?: 'classic' | null;
}

export class AdvancedMode {
  @ApiProperty({ enum: ['advanced'] }) searchMode: 'advanced';
  @IsCriteria({ required: true }) criteria: object;
}

@ApiRequestSchema()
class ClassicPageSearch extends IntersectionType(ClassicMode, PageMode) {}
@ApiRequestSchema()
class ClassicCursorSearch extends IntersectionType(ClassicMode, CursorMode) {}
@ApiRequestSchema()
class AdvancedPageSearch extends IntersectionType(AdvancedMode, PageMode) {}
@ApiRequestSchema()
class AdvancedCursorSearch extends IntersectionType(AdvancedMode, CursorMode) {}

@ApiOneOf({ page: ClassicPageSearch, cursor: ClassicCursorSearch }, { discriminator: 'paginationType' })
class ClassicSearch {}

@ApiOneOf({ page: AdvancedPageSearch, cursor: AdvancedCursorSearch }, { discriminator: 'paginationType' })
class AdvancedSearch {}

/** The body of a search as it was sent; `SearchReader` reads it. Classic filters stand beside the settings. */
@ApiOneOf({ classic: ClassicSearch, advanced: AdvancedSearch }, { discriminator: 'searchMode' })
export class SearchRequest {
  [member: string]: unknown;

  @IsCriteria()
  criteria?: unknown;
}

/** The body of a search; its settings change nothing. */
export class CountRequest extends SearchRequest {}

function oneOf(values: readonly string[]): string {
  return `expects one of ${values.join(', ')}`;
}
