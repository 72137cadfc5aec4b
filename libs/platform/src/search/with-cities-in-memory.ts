import { beginAtZero, Counter, Gauge } from '@gable/runtime';
import type { PropertySearch } from '@gable/search';
import { CityMemory, CitySearch } from '@gable/search-postgres';
import type { MemorySurroundings } from './memory-surroundings.js';

/** Lets searches of cities that are asked for often be answered from memory; of 0 bytes none are. */
export function withCitiesInMemory(
  engine: PropertySearch,
  { mostBytes, database, metrics, log }: MemorySurroundings,
): { readonly search: PropertySearch; readonly close: () => void } {
  if (mostBytes === 0) return { search: engine, close: () => undefined };
  const answers = new Counter({
    name: 'gable_city_answers_total',
    help: 'Searches of one city answered, from memory or by PostgreSQL.',
    labelNames: ['from'],
    registers: [metrics],
  });
  beginAtZero(answers, { from: ['memory', 'engine'] });
  const [ofMemory, ofEngine] = [answers.labels('memory'), answers.labels('engine')];
  const cities = new CityMemory(database, {
    mostBytes,
    onFailed: (reason) => log.warn({ err: reason }, 'a city could not be read into memory; PostgreSQL answers'),
    onAnswer: (fromMemory) => (fromMemory ? ofMemory : ofEngine).inc(),
  });
  new Gauge({
    name: 'gable_city_memory_bytes',
    help: 'What cities in memory take.',
    registers: [metrics],
    collect() {
      this.set(cities.bytes);
    },
  });
  new Gauge({
    name: 'gable_cities_in_memory',
    help: 'Cities whose searches are answered from memory.',
    registers: [metrics],
    aggregator: 'max',
    collect() {
      this.set(cities.cities);
    },
  });
  return { search: new CitySearch(engine, cities), close: () => cities.close() };
}
