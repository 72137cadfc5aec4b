import { StaleReads, type Queryable } from '@gable/persistence';
import { beginAtZero, Counter, Gauge } from '@gable/runtime';
import type { PropertySearch } from '@gable/search';
import { ColumnMap } from '@gable/search-postgres';
import type { MemorySurroundings } from './memory-surroundings.js';

/** Lets maps be answered from columns in memory, and by the engine what these do not hold. */
export function withMapInMemory(
  engine: PropertySearch,
  { mostBytes, database, metrics, log }: MemorySurroundings,
): { readonly search: PropertySearch; readonly close: () => void } {
  const answers = new Counter({
    name: 'gable_map_answers_total',
    help: 'Maps and tiles answered, from columns in memory or by the search engine.',
    labelNames: ['from'],
    registers: [metrics],
  });
  // Columns follow the primary, whoever asks first: what a standby has not replayed yet would never be read again.
  const primary: Queryable = { query: (text, parameters) => StaleReads.refuse(() => database.query(text, parameters)) };
  beginAtZero(answers, { from: ['memory', 'engine'] });
  const map = new ColumnMap(engine.map, primary, {
    mostBytes,
    onLoaded: (properties, milliseconds) => log.info({ properties, milliseconds }, 'maps are answered from memory'),
    onFailed: (reason) => log.warn({ err: reason }, 'maps are not answered from memory; the search engine answers'),
    onAnswer: (fromColumns) => answers.inc({ from: fromColumns ? 'memory' : 'engine' }),
  });
  new Gauge({
    name: 'gable_map_memory_bytes',
    help: 'What the columns of maps take.',
    registers: [metrics],
    collect() {
      this.set(map.bytes);
    },
  });
  new Gauge({
    name: 'gable_map_properties',
    help: 'Properties in the columns of maps; 0 while they are not loaded.',
    registers: [metrics],
    aggregator: 'max',
    collect() {
      this.set(map.properties);
    },
  });
  const search: PropertySearch = {
    findPage: (query) => engine.findPage(query),
    findAfter: (query) => engine.findAfter(query),
    count: (criteria) => engine.count(criteria),
    now: () => engine.now(),
    facets: engine.facets,
    ...(engine.looks && { looks: engine.looks }),
    map,
  };
  return { search, close: () => map.close() };
}
