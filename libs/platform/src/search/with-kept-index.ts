import type { SearchIndexStore } from '@gable/persistence/indexing';
import { SearchUnavailable, type ProbedSearch } from '@gable/search';

/** How long it is believed that the index is, or is not, kept up: the register stands in the database. */
const BELIEVED_MS = 5_000;

/**
 * The same engine, asked only while a worker keeps its index up. One that nobody writes to any more, as after a time
 * with PostgreSQL as the engine, is still there under its alias, and would answer what was.
 */
export function withKeptIndex(engine: ProbedSearch, indices: Pick<SearchIndexStore, 'live'>): ProbedSearch {
  let believedUntil = -Infinity;
  let isKept: Promise<boolean> | undefined;

  async function check(): Promise<void> {
    if (performance.now() >= believedUntil) {
      believedUntil = performance.now() + BELIEVED_MS;
      isKept = indices.live().then((live) => live !== null);
    }
    // A database that does not answer says nothing about the index.
    if (await isKept!.catch(() => true)) return;
    throw new SearchUnavailable('The search engine has no index that is up to date; try again.', 1, {
      cause: new Error('No index is kept up. Does a worker run with SEARCH_ENGINE=opensearch? It makes one.'),
    });
  }

  const asked = async <T>(question: () => Promise<T>): Promise<T> => {
    await check();
    return question();
  };
  return {
    findPage: (query) => asked(() => engine.findPage(query)),
    findAfter: (query) => asked(() => engine.findAfter(query)),
    count: (criteria) => asked(() => engine.count(criteria)),
    now: () => engine.now(),
    map: {
      cells: (query) => asked(() => engine.map.cells(query)),
      countWithoutPlace: (criteria) => asked(() => engine.map.countWithoutPlace(criteria)),
    },
    facets: {
      count: (...question) => asked(() => engine.facets.count(...question)),
      shareEnds: (...question) => asked(() => engine.facets.shareEnds(...question)),
    },
    probe: () => asked(() => engine.probe()),
  };
}
