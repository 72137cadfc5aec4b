import { SORT_FIELDS } from '@gable/search';
import {
  DEFAULT_SIZE,
  MAX_SIZE,
  PAGE_MODE_DEPTH,
  type PaginationType,
  type SearchMode,
} from '../properties/search-envelope.js';
import { CLASSIC_FILTER_SCHEMAS } from './criteria-schemas.js';
import { closed, integer, oneWordOf, orNull, ref, string, type Schema } from './schema.js';

const size = orNull({ ...integer, minimum: 1, maximum: MAX_SIZE, default: DEFAULT_SIZE });
const nothing: Schema = { type: 'null' };

const PAGING: Record<PaginationType, Record<string, Schema>> = {
  page: {
    paginationType: orNull({ const: 'page' }),
    page: orNull({
      ...integer,
      minimum: 1,
      default: 1,
      description: `page × size may reach ${PAGE_MODE_DEPTH}; go further with cursors.`,
    }),
    size,
    cursor: nothing,
  },
  cursor: {
    paginationType: { const: 'cursor' },
    size,
    cursor: orNull({ ...string, description: 'Absent at first; then the cursor of the previous answer.' }),
    page: nothing,
  },
};

const FILTERS: Record<SearchMode, Record<string, Schema>> = {
  classic: { searchMode: orNull({ const: 'classic' }), ...CLASSIC_FILTER_SCHEMAS },
  advanced: { searchMode: { const: 'advanced' }, criteria: ref('Criteria') },
};

function body(mode: SearchMode, pagination: PaginationType): Schema {
  const required = [
    ...(mode === 'advanced' ? ['searchMode', 'criteria'] : []),
    ...(pagination === 'cursor' ? ['paginationType'] : []),
  ];
  return closed({ ...FILTERS[mode], ...PAGING[pagination], sort: orNull(ref('Sort')) }, required);
}

/** A discriminated pair; the first is what applies when the discriminator is left out. */
function either(
  discriminator: string,
  byDefault: [value: string, name: string],
  other: [value: string, name: string],
): Schema {
  const mapping = Object.fromEntries(
    [byDefault, other].map(([value, name]) => [value, `#/components/schemas/${name}`]),
  );
  return { oneOf: [ref(byDefault[1]), ref(other[1])], discriminator: { propertyName: discriminator, mapping } };
}

export const SEARCH_SCHEMAS: Record<string, Schema> = {
  SearchRequest: either('searchMode', ['classic', 'ClassicSearch'], ['advanced', 'AdvancedSearch']),
  ClassicSearch: either('paginationType', ['page', 'ClassicPageSearch'], ['cursor', 'ClassicCursorSearch']),
  AdvancedSearch: either('paginationType', ['page', 'AdvancedPageSearch'], ['cursor', 'AdvancedCursorSearch']),
  ClassicPageSearch: body('classic', 'page'),
  ClassicCursorSearch: body('classic', 'cursor'),
  AdvancedPageSearch: body('advanced', 'page'),
  AdvancedCursorSearch: body('advanced', 'cursor'),
  Sort: closed({ field: orNull(oneWordOf(SORT_FIELDS)), direction: orNull(oneWordOf(['ASC', 'DESC'])) }, [], {
    description:
      'PRICE is the lowest price of a home, AREA its largest, PRICE_PER_AREA its lowest. Homes without the value come last in both directions.',
    default: { field: 'CREATED_AT', direction: 'DESC' },
  }),
};
