import type { Database } from '@gable/persistence';
import { SnapshotStore } from '@gable/persistence/listings';

/** What the lines of a batch say of who is in the file. */
export interface BatchNames {
  /** External ids of its lines, also of those that are refused. */
  readonly named: string[];
  /** Numbers of lines whose external id cannot be read. */
  readonly nameless: number[];
}

/** The listings that a file names, as far as it was read. A connection is taken with the first of them. */
export class NamedListings {
  private opened: SnapshotStore | undefined;
  private count = 0;
  private first: number | undefined;

  constructor(private readonly database: Database) {}

  /** Lines whose external id cannot be read: any listing may be meant. */
  get nameless(): { readonly lines: number; readonly first: number | undefined } {
    return { lines: this.count, first: this.first };
  }

  async note({ named, nameless }: BatchNames): Promise<void> {
    this.count += nameless.length;
    this.first ??= nameless[0];
    if (named.length > 0) await (await this.store()).note(named);
  }

  async store(): Promise<SnapshotStore> {
    return (this.opened ??= await SnapshotStore.open(this.database));
  }

  close(): void {
    this.opened?.close();
  }
}
