import { Injectable } from '@nestjs/common';
import { MarkStore, SearchIndexStore } from '@gable/persistence/indexing';
import { DRIFT_KINDS, IndexAdmin, IndexComparison, type DriftKind } from '@gable/search';
import { PostgresPropertyDocuments } from '@gable/search-postgres';

const PROPERTIES_PER_STRETCH = 5_000;

/** How many documents differed from the store, by kind. */
export type Drift = Readonly<Record<DriftKind, number>>;

interface Audit {
  readonly name: string;
  /** Compared so far: all up to this id. */
  readonly after: string | null;
  readonly drift: Record<DriftKind, number>;
}

/** Compares an index with the store, a stretch of properties at a time, and marks what differs. */
@Injectable()
export class IndexAudit {
  private audit: Audit | undefined;

  constructor(
    private readonly marks: MarkStore,
    private readonly indices: SearchIndexStore,
    private readonly documents: PostgresPropertyDocuments,
    private readonly admin: IndexAdmin,
  ) {}

  get isUnderWay(): boolean {
    return this.audit !== undefined;
  }

  begin(name: string): void {
    const drift = Object.fromEntries(DRIFT_KINDS.map((kind) => [kind, 0])) as Audit['drift'];
    this.audit = { name, after: null, drift };
  }

  /**
   * Compares one stretch; answers what the whole audit found once it has reached the end. One that fails begins anew.
   */
  async step(): Promise<{ name: string; drift: Drift } | undefined> {
    const { name, after, drift } = this.audit!;
    this.audit = undefined;
    if ((await this.indices.live())?.name !== name) return undefined;
    const end = await this.documents.endOfStretch(after, PROPERTIES_PER_STRETCH);
    const comparison = new IndexComparison(this.admin.client, name, this.documents);
    const differences = await comparison.differences(after, end);
    for (const { kind } of differences) drift[kind] += 1;
    const curable = differences.filter(({ kind }) => kind !== 'ahead'); // the engine refuses what is older than it has
    await this.marks.mark(curable.map(({ id, revision }) => ({ propertyId: id, revision })));
    if (end === null) return { name, drift };
    this.audit = { name, after: end, drift };
    return undefined;
  }
}
