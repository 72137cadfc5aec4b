import type { Criteria } from '@gable/domain/criteria';
import {
  checkCursorQuery,
  checkPageQuery,
  type CheapLooks,
  type CursorQuery,
  type CursorResult,
  type PageQuery,
  type PageResult,
  type PropertySearch,
  type Total,
} from '@gable/search';
import { cursorResult, page, type Found } from '../engine/found.js';
import type { CityMemory } from './city-memory.js';
import type { AskOrder, KnownOrder } from '../engine/known-order.js';
import { cutOut, type BlockCut } from './find-in-block.js';
import { withoutKind } from './without-kind.js';

/** Properties of a city whose words are read at most: more take as long as all that have them are gathered. */
const WALKED = 400;

/** An engine that takes the order of a city where it is known. */
export interface OrderedEngine extends PropertySearch {
  findPage(query: PageQuery, order?: AskOrder): Promise<PageResult>;
}

/** The same engine, but that questions into a city that is in memory are answered there. */
export class CitySearch implements PropertySearch {
  readonly map: PropertySearch['map'];
  readonly facets: PropertySearch['facets'];
  readonly looks: CheapLooks;

  constructor(
    private readonly engine: OrderedEngine,
    private readonly cities: CityMemory,
  ) {
    this.map = engine.map;
    this.facets = engine.facets;
    const { looks } = engine;
    this.looks = {
      findPage: (query) => this.answer(query.criteria, this.pageInCity(query), () => looks?.findPage(query)),
      findAfter: (query) => this.answer(query.criteria, this.afterInCity(query), () => looks?.findAfter(query)),
      count: (criteria) => this.answer(criteria, this.countInCity(criteria), () => looks?.count(criteria)),
    };
  }

  findPage(query: PageQuery): Promise<PageResult> {
    return this.answer(query.criteria, this.pageInCity(query), () => this.findByWords(query));
  }

  /** Of a city in memory the order is known; words are read in it. One that is not becomes worth its memory. */
  private async findByWords(query: PageQuery): Promise<PageResult> {
    const criteria = withoutKind(query.criteria, 'words'); // in children memory knows nothing of them
    let isMissed = false;
    const since = performance.now();
    const answer = await this.engine.findPage(query, async () => {
      const order = await this.orderInCity(criteria, query);
      isMissed = order === null;
      return order;
    });
    if (isMissed) this.cities.note(criteria, performance.now() - since);
    return answer;
  }

  private async orderInCity(criteria: Criteria, { sort }: PageQuery): Promise<KnownOrder | null> {
    if (sort.field === 'DISTANCE') return null;
    const cut: BlockCut = { sort, after: null, seenUntil: null, offset: 0, limit: WALKED };
    return this.cities.ask(criteria, (block, found) => ({
      first: cutOut(block, found, cut).hits,
      isWhole: found.length <= WALKED,
    }));
  }

  findAfter(query: CursorQuery): Promise<CursorResult> {
    return this.answer(query.criteria, this.afterInCity(query), () => this.engine.findAfter(query));
  }

  count(criteria: Criteria): Promise<Total> {
    return this.answer(criteria, this.countInCity(criteria), () => this.engine.count(criteria));
  }

  /** What memory answers, else what the engine does, whose time says whether the city is worth its memory. */
  private async answer<Answer>(
    criteria: Criteria,
    inCity: Promise<Answer | null>,
    ask: () => Promise<Answer> | undefined,
  ): Promise<Answer> {
    const known = await inCity;
    if (known !== null) return known;
    const since = performance.now();
    const answer = (await ask()) ?? null;
    this.cities.note(criteria, performance.now() - since);
    return answer as Answer;
  }

  now(): Promise<number> {
    return this.engine.now();
  }

  private async pageInCity(query: PageQuery): Promise<PageResult | null> {
    checkPageQuery(query);
    const { criteria, sort, offset, limit } = query;
    if (sort.field === 'DISTANCE') return null;
    const found = await this.find(criteria, { sort, after: null, seenUntil: null, offset, limit: limit + 1 });
    return found && page(found, limit);
  }

  private async afterInCity(query: CursorQuery): Promise<CursorResult | null> {
    checkCursorQuery(query);
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
