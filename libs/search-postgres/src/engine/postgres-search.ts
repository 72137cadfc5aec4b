import type { Criteria } from '@gable/domain/criteria';
import {
  checkCursorQuery,
  checkPageQuery,
  COUNT_BUDGET_MS,
  TOTAL_CAP,
  type CheapLooks,
  type FacetCounts,
  type PageQuery,
  type PageResult,
  type PropertyMap,
  type PropertySearch,
  type CursorQuery,
  type CursorResult,
  type Total,
} from '@gable/search';
import type { Database } from '@gable/persistence';
import { findInHalves } from './city-halves.js';
import { Counts } from './counts.js';
import {
  expectedScan,
  firstLook,
  FIRST_SCAN,
  gatheringBy,
  gatheringIsCheaper,
  isScattered,
  isSoonGathered,
  LONGEST_SCAN,
  scanBudget,
  WIDE_LOOK,
} from './costs.js';
import { atLeast, cursorResult, gathered, known, page, type Found } from './found.js';
import { lookForFrequentWord } from './frequent-words.js';
import { walkKnownOrder, type AskOrder, type KnownOrder } from './known-order.js';
import { NARROW_LOOK } from './narrow-look.js';
import { NarrowLooks } from './narrow-looks.js';
import { countStatement, gatherStatement, isAny, sortStatement, type Cut, type GatheredRow } from './statements.js';
import { distanceStatement, type DistanceCut } from './distance-statement.js';
import { OrderedScan } from './ordered-scan.js';
import { PostgresFacets } from './postgres-facets.js';
import { PostgresMap } from './postgres-map.js';
import { StoreSize } from './store-size.js';
import { asksPlainValues, StatementRunner } from './statement-runner.js';
import { readsTexts } from './words-sql.js';

/**
 * `PropertySearch` on PostgreSQL. It does not trust the planner to choose between narrow and broad filters: a narrow
 * look answers where few listings match. A first look gathers a bounded number of them, which gives the capped total
 * and, if that was all, the page. Where more match, a scan through the sort order finds the page soon; where that fails
 * to (matches bunched at the far end, deep pages), a wider look or a full sort does.
 *
 * Statements go out without a name, so that each is planned for its own values; looks into one city are prepared.
 */
export class PostgresSearch implements PropertySearch {
  readonly map: PropertyMap;
  readonly facets: FacetCounts;
  /** Narrow looks into one city: prepared, short, and asked together. */
  readonly looks: CheapLooks = {
    findPage: (query) => this.lookForPage(query),
    findAfter: (query) => this.lookAfter(query),
    count: (criteria) => this.lookAndCount(criteria),
  };
  private readonly runner: StatementRunner;
  private readonly narrow: NarrowLooks;
  private readonly size: StoreSize;
  private readonly counts: Counts;

  /** A count that takes longer than the budget is cut off. A narrow look of 0 leaves everything to the other ways. */
  constructor(
    private readonly database: Pick<Database, 'query' | 'queryWithin'> &
      Partial<Pick<Database, 'seenUntil' | 'hasRoom'>>,
    countBudgetMs = COUNT_BUDGET_MS,
    narrowLook = NARROW_LOOK,
  ) {
    this.runner = new StatementRunner(database, countBudgetMs);
    this.narrow = new NarrowLooks(this.runner, narrowLook);
    this.size = new StoreSize(this.runner);
    this.counts = new Counts(this.runner);
    this.map = new PostgresMap(this.runner);
    this.facets = new PostgresFacets(this.runner);
  }

  /** `order` knows the order that is asked for, of those that meet all but the words, if anybody does. */
  async findPage(query: PageQuery, order?: AskOrder): Promise<PageResult> {
    const { criteria, sort, limit } = query;
    const what = await this.pageCut(query);
    if (sort.field === 'DISTANCE') return page(await this.sortByDistance({ ...what, sort }), limit);
    const cut: Cut = { ...what, sort };
    if (isAny(criteria)) return this.pageOfAll(cut, limit);
    const known: { order?: Promise<KnownOrder | null>; page?: Found } = {};
    const askOrder = () => (known.order ??= order?.() ?? Promise.resolve(null));
    const frequent = await lookForFrequentWord(this.runner, what, {
      gathers: async (listings, isInCity) => {
        if (!isInCity || !isScattered(sort)) return this.isGathered(cut, listings);
        return isSoonGathered(listings) || (listings <= WIDE_LOOK && (await askOrder()) === null);
      },
      meanwhile: async (listings) => {
        known.page = await this.findBeyondCap(cut, listings, await known.order);
      },
    });
    if (frequent?.isBeyondCap) {
      const found = known.page ?? (await this.findBeyondCap(cut, frequent.listings, await known.order));
      return page({ ...found, total: TOTAL_CAP }, limit, false);
    }
    const halved = frequent?.isInCity ? await findInHalves(this.runner, cut, frequent.listings, askOrder) : null;
    if (halved !== null) return page(halved, limit);
    const rest: Cut = { ...cut, found: frequent?.named ?? cut.found };
    const few = frequent === null ? await this.narrow.find(rest) : null;
    const expected = frequent === null || readsTexts(criteria, cut.found) ? 0 : frequent.listings;
    const first = few ?? (await this.gather(rest, firstLook(sort, expected)));
    if (first.complete) return page(first, limit);
    // So many listings with so few properties: rare, and only the full sort counts them all.
    const all = first.total >= TOTAL_CAP ? await this.findFurther(rest, null) : await this.sortAll(rest);
    return page({ ...all, total: Math.max(first.total, all.total) }, limit, first.total < TOTAL_CAP);
  }

  /** The page where about so many listings match, of more properties than are counted. */
  private async findBeyondCap(cut: Cut, listings: number, order?: KnownOrder | null): Promise<Found> {
    const walked = order && (await walkKnownOrder(cut, order, (statement) => this.runner.run(statement)));
    return walked ?? this.findFurther(cut, order ? null : listings / LISTINGS_PER_PROPERTY);
  }

  /** Without filters there is nothing to gather: the order's index has the page, and counting stops at the cap. */
  private async pageOfAll(cut: Cut, limit: number): Promise<PageResult> {
    const [counted] = await this.runner.run<{ total: number }>(countStatement(cut, TOTAL_CAP + 1));
    const { total } = counted!;
    const answer = await this.findFurther(cut, total > TOTAL_CAP ? await this.size.properties() : total);
    return page({ ...answer, total }, limit);
  }

  /** Whether gathering all of so many listings is cheaper than counting parts and a scan that finds the page. */
  private async isGathered({ sort, offset, limit }: Cut, listings: number): Promise<boolean> {
    const matching = listings / LISTINGS_PER_PROPERTY;
    const expected = expectedScan(offset + limit, matching, await this.size.properties());
    return gatheringIsCheaper(sort, listings, { scan: expected, by: 'words', isCounted: false });
  }

  private async pageCut(query: PageQuery): Promise<Omit<Cut, 'sort'>> {
    checkPageQuery(query);
    const { criteria, offset, limit } = query;
    const found = await this.runner.compile(criteria);
    return { criteria, found, after: null, seenUntil: null, offset, limit: limit + 1 };
  }

  private async lookForPage(query: PageQuery): Promise<PageResult | null> {
    const { criteria, sort, limit } = query;
    if (sort.field === 'DISTANCE' || !asksPlainValues(criteria)) return null;
    const few = await this.lookCheaply({ ...(await this.pageCut(query)), sort });
    return few && page(few, limit);
  }

  async findAfter(query: CursorQuery): Promise<CursorResult> {
    const { sort, limit, counted } = query;
    const asked = await this.cursorCut(query);
    if (sort.field === 'DISTANCE') {
      const all = await this.sortByDistance({ ...asked, sort });
      return cursorResult(all, counted ?? { total: all.total, totalIsExact: true }, limit);
    }
    const cut: Cut = { ...asked, sort };
    if (counted !== null) {
      const few = counted.total < this.narrow.most ? await this.narrow.find(cut) : null;
      return cursorResult(few ?? (await this.findFurther(cut, known(counted))), counted, limit);
    }
    const first = isAny(cut.criteria) ? null : await this.lookOrGather(cut);
    if (first?.complete) return cursorResult(first, { total: first.total, totalIsExact: true }, limit);
    const total = (await this.counts.all(cut)) ?? (first === null ? await this.counts.some(cut) : atLeast(first.total));
    return cursorResult(await this.findFurther(cut, known(total)), total, limit);
  }

  private async cursorCut(query: CursorQuery): Promise<Omit<Cut, 'sort'>> {
    checkCursorQuery(query);
    const { criteria, limit, after, seenUntil } = query;
    const found = await this.runner.compile(criteria);
    return { criteria, found, after, seenUntil, offset: 0, limit: limit + 1 };
  }

  private async lookAfter(query: CursorQuery): Promise<CursorResult | null> {
    const { sort, limit, counted } = query;
    if (sort.field === 'DISTANCE' || !asksPlainValues(query.criteria)) return null;
    if (counted !== null && counted.total >= this.narrow.most) return null;
    const few = await this.lookCheaply({ ...(await this.cursorCut(query)), sort });
    return few && cursorResult(few, counted ?? { total: few.total, totalIsExact: true }, limit);
  }

  /** null where it is no look into one city, or met too many. */
  private async lookCheaply(cut: Cut): Promise<Found | null> {
    return this.runner.isOfOneCity(cut.criteria) ? this.narrow.find(cut) : null;
  }

  private async lookAndCount(criteria: Criteria): Promise<Total | null> {
    if (!asksPlainValues(criteria)) return null;
    const what = { criteria, found: await this.runner.compile(criteria) };
    return this.runner.isOfOneCity(criteria) ? this.narrow.count(what) : null;
  }

  async count(criteria: Criteria): Promise<Total> {
    const what = { criteria, found: await this.runner.compile(criteria, { readsTexts: false }) };
    const few = await this.narrow.count(what);
    if (few !== null) return few;
    const total = await this.counts.all(what);
    if (total !== null) return total;
    return this.counts.some(what);
  }

  async now(): Promise<number> {
    const seenUntil = this.database.seenUntil?.();
    if (seenUntil !== undefined) return seenUntil;
    const [row] = await this.runner.rows<{ now: number }>(
      `select (extract(epoch from date_trunc('milliseconds', clock_timestamp())) * 1000)::float8 as now`,
      [],
    );
    return row!.now;
  }

  /**
   * The page when more match than a first look gathers. `matching` is their number where it is known. A scan comes
   * first, unless gathering is known to be cheaper; what it meets at its beginning decides whether to go on.
   */
  private async findFurther(cut: Cut, matching: number | null): Promise<Found> {
    const properties = await this.size.properties();
    const expected = matching === null ? FIRST_SCAN : expectedScan(cut.offset + cut.limit, matching, properties);
    let listings = matching === null ? WIDE_LOOK : matching * LISTINGS_PER_PROPERTY;
    const by = gatheringBy(cut.criteria, cut.found);
    let isBunched = false;
    if (matching === null || !gatheringIsCheaper(cut.sort, listings, { scan: expected, by })) {
      const scan = new OrderedScan(cut, (statement) => this.runner.run(statement));
      await scan.read(matching === null ? FIRST_SCAN : scanBudget(expected));
      if (matching === null)
        listings = Math.min(
          WIDE_LOOK,
          Math.max(firstLook(cut.sort), scan.density * properties * LISTINGS_PER_PROPERTY),
        );
      if (!scan.done && !gatheringIsCheaper(cut.sort, listings, { scan: scan.expectedRest, by }))
        await scan.read(Math.min(LONGEST_SCAN - scan.candidates, scanBudget(scan.expectedRest)));
      isBunched = scan.hits.length === 0;
      if (scan.done) return { hits: scan.hits.slice(cut.offset), total: 0, complete: true };
    }
    const gathered = listings <= WIDE_LOOK ? await this.gather(cut, WIDE_LOOK, isBunched) : null;
    return gathered?.complete ? gathered : this.sortAll(cut);
  }

  private async lookOrGather(cut: Cut): Promise<Found> {
    return (await this.narrow.find(cut)) ?? this.gather(cut, firstLook(cut.sort));
  }

  private async gather(cut: Cut, listingLimit: number, isBunched = false): Promise<Found> {
    const rows = await this.runner.run<GatheredRow>(gatherStatement(cut, listingLimit, isBunched));
    return { ...gathered(rows), complete: rows[0]!.listings < listingLimit };
  }

  private async sortByDistance(cut: DistanceCut): Promise<Found> {
    return { ...gathered(await this.runner.run<GatheredRow>(distanceStatement(cut))), complete: true };
  }

  private async sortAll(cut: Cut): Promise<Found> {
    return { ...gathered(await this.runner.run<GatheredRow>(sortStatement(cut))), complete: true };
  }
}

/** Roughly; for costs only. */
const LISTINGS_PER_PROPERTY = 1.5;
