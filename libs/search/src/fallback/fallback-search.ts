import type { Criteria } from '@gable/domain/criteria';
import type { FacetCounts } from '../property-facets.js';
import type { PropertyMap } from '../property-map.js';
import {
  BeyondEngine,
  SearchUnavailable,
  SlowSearch,
  type PageQuery,
  type PageResult,
  type PropertySearch,
  type CursorQuery,
  type CursorResult,
} from '../property-search.js';
import type { SearchBackend, Total } from '../total.js';
import { afterAnswer, afterProbe, afterFailure, CLOSED, type BreakerState } from './breaker.js';

/** An engine that can be asked whether it is well. */
export interface ProbedSearch extends PropertySearch {
  /** @throws where it is not. */
  probe(): Promise<void>;
}

/** Whether another engine helps out, and who hears of it. */
export interface FallbackOptions {
  /** Whether the reserve answers while the engine fails. Without it callers get `SearchUnavailable`. */
  readonly fallBack: boolean;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
  /** An engine gave an answer. */
  readonly onAnswer?: (backend: SearchBackend) => void;
  /** The breaker opened for a reason, or closed (null). */
  readonly onSwitch?: (reason: unknown) => void;
  /** The engine did not take a question, which the reserve then answered. */
  readonly onBeyond?: (reason: BeyondEngine) => void;
  /** A question took the engine too long. */
  readonly onSlow?: (reason: SlowSearch) => void;
}

/**
 * OpenSearch with PostgreSQL in reserve. A breaker watches the engine's answers: while it is open the engine is left
 * alone, but for a probe now and then, which closes it. Paging begun on one goes on on the other, since both keep the
 * same order and a position names neither.
 *
 * What the engine does not take at all (`BeyondEngine`) the reserve answers in any case; it says nothing about the
 * engine's health. Nor does what takes it too long (`SlowSearch`), as long as it answers a small question then: else
 * one caller's maps of a whole country would take the engine from all others.
 */
export class FallbackSearch implements PropertySearch {
  private state: BreakerState = CLOSED;
  private timer: NodeJS.Timeout | undefined;
  /** Whether the engine answers a small question, asked because another was slow; those that are meanwhile wait. */
  private isAnswering: Promise<boolean> | undefined;
  private readonly clock: () => number;

  readonly map: PropertyMap = {
    cells: (query) => this.ask(({ map }) => map.cells(query)),
    countWithoutPlace: (criteria) => this.ask(({ map }) => map.countWithoutPlace(criteria)),
  };

  readonly facets: FacetCounts = {
    count: (...asked) => this.ask(({ facets }) => facets.count(...asked)),
    shareEnds: (...asked) => this.ask(({ facets }) => facets.shareEnds(...asked)),
  };

  constructor(
    private readonly engine: ProbedSearch,
    private readonly reserve: PropertySearch,
    private readonly options: FallbackOptions,
  ) {
    this.clock = options.clock ?? Date.now;
  }

  findPage(query: PageQuery): Promise<PageResult> {
    return this.ask((search) => search.findPage(query));
  }

  findAfter(query: CursorQuery): Promise<CursorResult> {
    return this.ask((search) => search.findAfter(query));
  }

  count(criteria: Criteria): Promise<Total> {
    return this.ask((search) => search.count(criteria));
  }

  now(): Promise<number> {
    return this.reserve.now();
  }

  /** Whether the engine is left alone at the moment. */
  get isOpen(): boolean {
    return this.state.openedAt !== null;
  }

  /** Ends the probes; the process may end. */
  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async ask<T>(question: (search: PropertySearch) => Promise<T>): Promise<T> {
    if (this.isOpen) return this.askReserve(question, this.leftAlone());
    try {
      const answer = await question(this.engine);
      this.state = afterAnswer(this.state);
      this.options.onAnswer?.('opensearch');
      return answer;
    } catch (error) {
      if (error instanceof BeyondEngine) {
        this.options.onBeyond?.(error);
        return this.askReserve(question, null);
      }
      if (!(error instanceof SearchUnavailable)) throw error;
      if (error instanceof SlowSearch) {
        this.options.onSlow?.(error);
        void this.judgeSlow(error);
        return this.askReserve(question, error);
      }
      this.moveTo(afterFailure(this.state, this.clock()), error);
      return this.askReserve(question, error);
    }
  }

  /** `failure` is what callers get where the reserve may not answer for it. */
  private async askReserve<T>(
    question: (search: PropertySearch) => Promise<T>,
    failure: SearchUnavailable | null,
  ): Promise<T> {
    if (failure !== null && !this.options.fallBack) throw failure;
    const answer = await question(this.reserve);
    this.options.onAnswer?.('postgres');
    return answer;
  }

  /** The engine hangs, unless it answers a small question; the caller of the slow one does not wait for that. */
  private async judgeSlow(slow: SlowSearch): Promise<void> {
    this.isAnswering ??= this.isWell().finally(() => (this.isAnswering = undefined));
    if (!(await this.isAnswering)) this.moveTo(afterFailure(this.state, this.clock()), slow);
  }

  private moveTo(state: BreakerState, reason: unknown): void {
    const wasOpen = this.isOpen;
    this.state = state;
    if (this.isOpen !== wasOpen) this.options.onSwitch?.(this.isOpen ? reason : null);
    if (state.probeAt === null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.probe(), Math.max(0, state.probeAt - this.clock()));
    this.timer.unref();
  }

  private async probe(): Promise<void> {
    const isWell = await this.isWell();
    if (this.timer !== undefined) this.moveTo(afterProbe(this.state, isWell, this.clock()), null);
  }

  private isWell(): Promise<boolean> {
    return this.engine.probe().then(
      () => true,
      () => false,
    );
  }

  private leftAlone(): SearchUnavailable {
    const seconds = Math.ceil(((this.state.probeAt ?? 0) - this.clock()) / 1_000);
    return new SearchUnavailable('The search engine is out of order; try again.', Math.max(1, seconds));
  }
}
