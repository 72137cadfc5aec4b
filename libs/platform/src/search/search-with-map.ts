import type { Criteria } from '@gable/domain/criteria';
import type {
  CursorQuery,
  CursorResult,
  FacetCounts,
  PageQuery,
  PageResult,
  PropertyMap,
  PropertySearch,
  Total,
} from '@gable/search';

/** A search engine whose maps another answers. */
export class SearchWithMap implements PropertySearch {
  constructor(
    private readonly engine: PropertySearch,
    readonly map: PropertyMap,
  ) {}

  get facets(): FacetCounts {
    return this.engine.facets;
  }

  findPage(query: PageQuery): Promise<PageResult> {
    return this.engine.findPage(query);
  }

  findAfter(query: CursorQuery): Promise<CursorResult> {
    return this.engine.findAfter(query);
  }

  count(criteria: Criteria): Promise<Total> {
    return this.engine.count(criteria);
  }

  now(): Promise<number> {
    return this.engine.now();
  }
}
