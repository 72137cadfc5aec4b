import type { Criteria } from '@gable/domain/criteria';
import type {
  CheapLooks,
  CursorQuery,
  CursorResult,
  PageQuery,
  PageResult,
  PropertySearch,
  Total,
} from '@gable/search';
import { cursorResult, page, type Found } from '../engine/found.js';
import type { CityMemory } from './city-memory.js';
import { cutOut, type BlockCut } from './find-in-block.js';

/** The same engine, but that questions into a city that is in memory are answered there. */
export class CitySearch implements PropertySearch {
  readonly map: PropertySearch['map'];
  readonly facets: PropertySearch['facets'];
  readonly looks: CheapLooks;

  constructor(
    private readonly engine: PropertySearch,
    private readonly cities: CityMemory,
  ) {
    this.map = engine.map;
    this.facets = engine.facets;
    const { looks } = engine;
    this.looks = {
      findPage: async (query) => (await this.pageInCity(query)) ?? looks?.findPage(query) ?? null,
      findAfter: async (query) => (await this.afterInCity(query)) ?? looks?.findAfter(query) ?? null,
      count: async (criteria) => (await this.countInCity(criteria)) ?? looks?.count(criteria) ?? null,
    };
  }

  async findPage(query: PageQuery): Promise<PageResult> {
    return (await this.pageInCity(query)) ?? this.engine.findPage(query);
  }

  async findAfter(query: CursorQuery): Promise<CursorResult> {
    return (await this.afterInCity(query)) ?? this.engine.findAfter(query);
  }

  async count(criteria: Criteria): Promise<Total> {
    return (await this.countInCity(criteria)) ?? this.engine.count(criteria);
  }

  now(): Promise<number> {
    return this.engine.now();
  }

  private async pageInCity({ criteria, sort, offset, limit }: PageQuery): Promise<PageResult | null> {
    if (sort.field === 'DISTANCE') return null;
    const found = await this.find(criteria, { sort, after: null, seenUntil: null, offset, limit: limit + 1 });
    return found && page(found, limit);
  }

  private async afterInCity(query: CursorQuery): Promise<CursorResult | null> {
    const { criteria, sort, after, seenUntil, counted, limit } = query;
    if (sort.field === 'DISTANCE') return null;
    const found = await this.find(criteria, { sort, after, seenUntil, offset: 0, limit: limit + 1 });
    return found && cursorResult(found, counted ?? { total: found.total, totalIsExact: true }, limit);
  }

  private countInCity(criteria: Criteria): Promise<Total | null> {
    return this.cities.ask(criteria, (_, { length }) => ({ total: length, totalIsExact: true }));
  }

  private find(criteria: Criteria, cut: BlockCut): Promise<Found | null> {
    return this.cities.ask(criteria, (block, found) => ({
      ...cutOut(block, found, cut),
      total: found.length,
      complete: true,
    }));
  }
}
