import type { SearchDocument } from '../opensearch/document.js';

/** A property as it has to stand in the index. */
export interface IndexedState {
  readonly id: string;
  readonly revision: number;
  /** Null where no search may find it: merged into another, or without an online listing. */
  readonly document: SearchDocument | null;
}

/** What identifies a state of a document: enough to compare index and store. */
export interface Revision {
  readonly id: string;
  readonly revision: number;
}

/** Number of documents and a hash over their ids and revisions in order. */
export interface Digest {
  readonly count: number;
  /** MD5 in hex of `id:revision`, joined by commas. */
  readonly checksum: string;
}

/** What a property is in the store now. */
export interface Standing {
  readonly revision: number;
  readonly isFound: boolean;
  /** Marked to be indexed, or refused by the engine: the index may differ. */
  readonly isExcused: boolean;
}

/**
 * What an index is made of and compared with, read from the store of the facts. A property and its listings belong to
 * one moment. `after` and `to` cut a stretch of ids (`after`, `to`]; null = open.
 */
export interface PropertyDocuments {
  /** These properties as they are now; those that do not exist are left out. */
  read(ids: readonly string[]): Promise<IndexedState[]>;
  /** The next properties that a search may find, before an id or from the end, by falling id. */
  before(id: string | null, limit: number): Promise<IndexedState[]>;
  /** Where a stretch of at most `limit` properties after an id ends; null where it is the last one. */
  endOfStretch(after: string | null, limit: number): Promise<string | null>;
  /** Number and checksum of the properties of a stretch that a search may find. */
  digest(after: string | null, to: string | null): Promise<Digest>;
  /** Ids and revisions of the same, by id. */
  revisions(after: string | null, to: string | null): Promise<Revision[]>;
  /** What these properties are now. Those that do not exist are left out. */
  standing(ids: readonly string[]): Promise<Map<string, Standing>>;
  /** How many properties a search may find. */
  count(): Promise<number>;
}
