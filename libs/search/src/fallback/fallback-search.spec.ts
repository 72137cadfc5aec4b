import { ANY_LISTING } from '@gable/domain/criteria';
import {
  BeyondEngine,
  DEFAULT_SORT,
  SearchUnavailable,
  SlowSearch,
  type PageQuery,
  type PropertySearch,
} from '../property-search.js';
import type { SearchBackend } from '../total.js';
import { FallbackSearch, type ProbedSearch } from './fallback-search.js';

const QUERY: PageQuery = { criteria: ANY_LISTING, sort: DEFAULT_SORT, offset: 0, limit: 1 };

/** An engine whose next answers are laid out; a probe is well as long as nothing is wrong with it. */
class FakeEngine implements ProbedSearch {
  failure: Error | null = null;
  asked = 0;

  constructor(private readonly backend: SearchBackend) {}

  findPage() {
    return this.answer({ ids: [], total: 0, totalIsExact: true, hasMore: false, backend: this.backend });
  }
  findAfter() {
    return this.answer({ hits: [], total: 0, totalIsExact: true, hasMore: false, backend: this.backend });
  }
  count() {
    return this.answer({ total: this.backend === 'opensearch' ? 1 : 2, totalIsExact: true });
  }
  now() {
    return Promise.resolve(this.backend === 'opensearch' ? 1 : 2);
  }
  readonly map = {
    cells: () => this.answer({ cells: [], backend: this.backend }),
    countWithoutPlace: () => this.count(),
  };
  readonly facets = {
    count: () => this.answer({ values: {}, bands: {}, features: [1] }),
    shareEnds: () => this.answer({}),
  };
  probe() {
    return this.failure === null ? Promise.resolve() : Promise.reject(this.failure);
  }

  private answer<T>(value: T): Promise<T> {
    this.asked += 1;
    return this.failure === null ? Promise.resolve(value) : Promise.reject(this.failure);
  }
}

function pair(fallBack = true) {
  const engine = new FakeEngine('opensearch');
  const reserve = new FakeEngine('postgres');
  const switches: string[] = [];
  const answers: SearchBackend[] = [];
  const beyond: string[] = [];
  const slow: string[] = [];
  const search = new FallbackSearch(engine, reserve, {
    fallBack,
    onSwitch: (reason) => switches.push(reason === null ? 'closed' : `open: ${(reason as Error).message}`),
    onAnswer: (backend) => answers.push(backend),
    onBeyond: ({ message }) => beyond.push(message),
    onSlow: ({ message }) => slow.push(message),
  });
  return { engine, reserve, search, switches, answers, beyond, slow };
}

const backendOf = async (search: PropertySearch): Promise<SearchBackend> => (await search.findPage(QUERY)).backend;

describe('FallbackSearch', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('asks the engine as long as it answers, and takes the time from the store', async () => {
    const { search, answers } = pair();
    expect([await backendOf(search), (await search.count(ANY_LISTING)).total, await search.now()]).toEqual([
      'opensearch',
      1,
      2,
    ]);
    expect(answers).toEqual(['opensearch', 'opensearch']);
  });

  it('lets the reserve answer the very request that failed', async () => {
    const { engine, search, answers } = pair();
    engine.failure = new SearchUnavailable('gone', 1);
    expect([await backendOf(search), (await search.count(ANY_LISTING)).total]).toEqual(['postgres', 2]);
    expect(answers).toEqual(['postgres', 'postgres']);
  });

  it('lets the reserve answer what took too long, and goes on with an engine that answers a small question', async () => {
    const { engine, search, switches, slow } = pair();
    engine.failure = new SlowSearch();
    engine.probe = () => Promise.resolve();
    for (let request = 0; request < 10; request += 1) expect(await backendOf(search)).toBe('postgres');
    expect([engine.asked, search.isOpen, switches, slow.length]).toEqual([10, false, [], 10]);
  });

  it('leaves an engine alone that does not answer small questions either, asked once for all that wait', async () => {
    const { engine, search, switches } = pair();
    engine.failure = new SlowSearch();
    const probes = jest.spyOn(engine, 'probe');
    await Promise.all(Array.from({ length: 3 }, () => backendOf(search)));
    await jest.advanceTimersByTimeAsync(0);
    expect([probes.mock.calls.length, search.isOpen]).toEqual([1, true]);
    expect(switches).toEqual(['open: The search took too long; try again.']);
  });

  it('says of what took too long that it did, where the reserve is switched off', async () => {
    const { engine, reserve, search } = pair(false);
    engine.failure = new SlowSearch();
    engine.probe = () => Promise.resolve();
    for (let request = 0; request < 10; request += 1)
      await expect(search.findPage(QUERY)).rejects.toMatchObject({ name: 'SlowSearch', retryAfterSeconds: 1 });
    expect([search.isOpen, reserve.asked]).toEqual([false, 0]);
  });

  it('leaves a failing engine alone, and comes back to it after a good probe', async () => {
    const { engine, search, switches } = pair();
    engine.failure = new SearchUnavailable('gone', 1);
    for (let request = 0; request < 10; request += 1) expect(await backendOf(search)).toBe('postgres');
    expect([engine.asked, search.isOpen, switches]).toEqual([3, true, ['open: gone']]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect([engine.asked, search.isOpen]).toEqual([3, true]);
    engine.failure = null;
    await jest.advanceTimersByTimeAsync(8_000);
    expect([await backendOf(search), search.isOpen, switches]).toEqual(['opensearch', false, ['open: gone', 'closed']]);
  });

  it('answers nothing from the reserve where that is switched off, and says when to come back', async () => {
    const { engine, reserve, search } = pair(false);
    engine.failure = new SearchUnavailable('gone', 1);
    for (let request = 0; request < 5; request += 1)
      await expect(search.findPage(QUERY)).rejects.toThrow(SearchUnavailable);
    await expect(search.findPage(QUERY)).rejects.toMatchObject({ retryAfterSeconds: 1 });
    expect([engine.asked, reserve.asked]).toEqual([3, 0]);
  });

  it.each([true, false])(
    'lets the reserve answer what the engine does not take, without holding it against the engine (fallback %s)',
    async (fallBack) => {
      const { engine, search, switches, beyond } = pair(fallBack);
      engine.failure = new BeyondEngine('too many clauses');
      for (let request = 0; request < 30; request += 1) expect(await backendOf(search)).toBe('postgres');
      expect([search.isOpen, switches, beyond.length]).toEqual([false, [], 30]);
    },
  );

  it('lets a fault of our own through', async () => {
    const { engine, reserve, search } = pair();
    engine.failure = new TypeError('x is not a function');
    await expect(search.findPage(QUERY)).rejects.toThrow(TypeError);
    expect(reserve.asked).toBe(0);
  });

  it('probes no more once it is closed', async () => {
    const { engine, search } = pair();
    engine.failure = new SearchUnavailable('gone', 1);
    for (let request = 0; request < 3; request += 1) await search.findPage(QUERY);
    search.close();
    expect(jest.getTimerCount()).toBe(0);
  });
});
