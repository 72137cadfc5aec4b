import type { NamedSource, StoredSource } from '@gable/persistence/listings';
import type { IncomingState } from './incoming-state.js';

interface BatchSource {
  readonly id: string;
  readonly storedName: string | undefined;
  /** Undefined for a new one of which nothing is kept. */
  name: string | undefined;
  /** Epoch milliseconds. */
  newestAt: number;
}

/**
 * What the sources of a batch are called that are new or were not met under the name that a line says: what their
 * newest state calls them. A line that changes nothing renames nobody, whatever is read in which order.
 */
export class SourceNames {
  private readonly sources = new Map<string, BatchSource>();

  /** A source that some state names so; `newId` is its id where it is not stored. */
  add(domain: string, stored: StoredSource | undefined, newId: string): void {
    const newestAt = stored?.lastObservedAt?.getTime() ?? -Infinity;
    this.sources.set(domain, { id: stored?.id ?? newId, storedName: stored?.name, name: stored?.name, newestAt });
  }

  idOf(domain: string): string | undefined {
    return this.sources.get(domain)?.id;
  }

  /** Takes note of a state that the store keeps. */
  note({ observedAt, state: { source: named } }: IncomingState): void {
    const source = this.sources.get(named.domain);
    if (source === undefined || observedAt <= source.newestAt) return;
    source.name = named.name;
    source.newestAt = observedAt;
  }

  /** Those that are new or have another name now, to be written with the batch. */
  unwritten(): NamedSource[] {
    return [...this.sources].flatMap(([domain, { id, storedName, name }]) =>
      name === undefined || name === storedName ? [] : [{ id, domain, name }],
    );
  }
}
