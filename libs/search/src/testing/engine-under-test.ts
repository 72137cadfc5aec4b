import type { PropertySearch } from '../property-search.js';
import type { SearchBackend } from '../total.js';
import type { StoredProperty } from './stored-property.js';

/**
 * An engine under test, the name it gives in its answers, and a way to give it properties; `store` returns once they
 * can be found.
 */
export interface EngineUnderTest {
  readonly backend: SearchBackend;
  readonly engine: PropertySearch;
  store(properties: readonly StoredProperty[]): Promise<void>;
  close(): Promise<void>;
}
