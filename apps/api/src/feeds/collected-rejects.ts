import type { Reject, RejectWriter } from '@gable/ingest';

/** Keeps in memory what of a few lines was refused. */
export class CollectedRejects implements RejectWriter {
  readonly path = null;
  readonly all: Reject[] = [];

  write(reject: Reject): Promise<void> {
    this.all.push(reject);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
