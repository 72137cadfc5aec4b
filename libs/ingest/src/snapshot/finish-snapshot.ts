import type { FeedState } from '@gable/domain/listing';
import type { SnapshotSource, SnapshotStore } from '@gable/persistence/listings';
import { SnapshotRefused } from './snapshot-refused.js';

/** A snapshot that was read to its end. */
export interface ReadSnapshot {
  readonly domain: string;
  readonly observedAt: Date;
  /** Lines whose external id could not be read. */
  readonly nameless: { readonly lines: number; readonly first: number | undefined };
  /** Share of the source's online listings that may go offline. */
  readonly maxDrop: number;
  /** Whoever asks has seen how many are missing. */
  readonly force: boolean;
}

/**
 * Takes the listings offline that a snapshot does not name, by `apply`; killed in between, the same file read again
 * takes the rest. Where a newer snapshot was read before, it answers when, and takes nobody offline. Throws
 * `SnapshotRefused`; then nobody is offline either.
 */
export async function finishSnapshot(
  store: SnapshotStore,
  snapshot: ReadSnapshot,
  apply: (states: readonly FeedState[]) => Promise<void>,
): Promise<Date | undefined> {
  const { domain, observedAt } = snapshot;
  const source = await store.source(domain);
  if (source === null) return undefined;
  if (source.snapshotAt !== null && source.snapshotAt > observedAt) return source.snapshotAt;
  await refuseLoss(store, source, snapshot);
  for await (const { missing } of store.compare(source.id, observedAt))
    await apply(missing.map((externalId) => offlineState(domain, source.name, externalId, observedAt)));
  await store.finish(source.id, observedAt);
  return undefined;
}

/** Counts first: a refused snapshot takes nobody offline. */
async function refuseLoss(store: SnapshotStore, { id }: SnapshotSource, snapshot: ReadSnapshot): Promise<void> {
  const { domain, observedAt, nameless, maxDrop, force } = snapshot;
  let [online, missing] = [0, 0];
  for await (const portion of store.compare(id, observedAt)) {
    online += portion.online;
    missing += portion.missing.length;
  }
  const loss = `${missing} of the ${online} online listings of ${domain} are not in it`;
  if (missing > 0 && nameless.lines > 0)
    throw new SnapshotRefused(
      `The snapshot is refused, no listing goes offline: ${loss}, and any of them may be meant by ` +
        `${nameless.lines} lines whose externalId cannot be read (the first is line ${nameless.first}). ` +
        `Repair these lines or take them out, and read the file again.`,
    );
  if (!force && missing > maxDrop * online)
    throw new SnapshotRefused(
      `The snapshot is refused, no listing goes offline: ${loss}, more than ${percent(maxDrop)} (SNAPSHOT_MAX_DROP). ` +
        `If they are really gone, read it again with --force ` +
        `(gable ingest; gable feeds retry for one that came over HTTP).`,
    );
}

function offlineState(domain: string, name: string, externalId: string, observedAt: Date): FeedState {
  return { source: { domain, name }, externalId, observedAt: observedAt.toISOString(), status: 'OFFLINE', listing: {} };
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`;
}
