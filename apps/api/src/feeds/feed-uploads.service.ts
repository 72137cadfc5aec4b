import { Inject, Injectable } from '@nestjs/common';
import { FeedUploadStore, receptionOf, UploadGone, type FeedOwner, type Reception } from '@gable/persistence/feeds';
import { CONFIG } from '@gable/platform';
import type { Config } from '@gable/runtime';
import { IDEMPOTENCY_HEADER } from '../http/idempotency.js';
import { invalid, Problem } from '../http/problem.js';
import type { PackedFeed } from './packed-feed.js';

/** Portions between two looks at the room in the spool: 4 MB. */
const PORTIONS_AT_ONCE = 16;
const RETRY_AFTER = { headers: { 'retry-after': '60' } };

/** Takes feeds into the spool. */
@Injectable()
export class FeedUploadsService {
  constructor(
    private readonly uploads: FeedUploadStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'feedUploads'>,
  ) {}

  /**
   * Reads the feed to its end and gives the id of its job, which is on disk then; or that of the job that the same
   * content made with the same key. What was cut is never read, nor what `admitAgain` refuses at the end: an upload
   * may take an hour. @throws Problem
   */
  async receive(
    owner: FeedOwner,
    feed: PackedFeed,
    key: string | null,
    admitAgain: () => Promise<unknown>,
  ): Promise<string> {
    const before = key === null ? null : await this.uploads.findByKey(owner, key);
    if (before === null) return jobOf(await this.spool(owner, feed, key, admitAgain));
    for await (const portion of feed.portions()) void portion; // compared, and not kept again
    return jobOf(receptionOf(before, feed.contentHash()));
  }

  private async spool(
    owner: FeedOwner,
    feed: PackedFeed,
    idempotencyKey: string | null,
    admitAgain: () => Promise<unknown>,
  ): Promise<Reception> {
    await this.requireRoom(owner);
    const { jobsPerAccount } = this.config.feedUploads;
    const jobId = await this.uploads.begin(owner, jobsPerAccount);
    if (jobId === null) {
      const detail = `${jobsPerAccount} feeds of this account are already waiting. Wait until they are read.`;
      throw new Problem('too-many-requests', detail, RETRY_AFTER);
    }
    try {
      let portions = 0;
      for await (const portion of feed.portions()) {
        if (portions > 0 && portions % PORTIONS_AT_ONCE === 0) await this.requireRoom(owner);
        await this.uploads.addPortion(jobId, portions, portion);
        portions += 1;
      }
      await admitAgain();
      const { receivedBytes, unpackedBytes } = feed;
      const received = { idempotencyKey, contentHash: feed.contentHash(), receivedBytes, unpackedBytes, portions };
      const reception = await this.uploads.receive(owner, jobId, received);
      if (reception.kind !== 'received') await this.uploads.cut(jobId);
      return reception;
    } catch (error) {
      await this.uploads.cut(jobId).catch(() => {}); // else the sweep finds that nothing comes any more
      if (error instanceof UploadGone)
        throw new Problem('unavailable', 'The upload was interrupted. Please send it again.', RETRY_AFTER);
      throw error;
    }
  }

  private async requireRoom({ accountId }: FeedOwner): Promise<void> {
    const { spoolBytes } = this.config.feedUploads;
    const { total, own } = await this.uploads.use(accountId);
    if (own > spoolBytes / 2)
      throw new Problem(
        'too-many-requests',
        'The waiting feeds of this account use its whole share of the spool.',
        RETRY_AFTER,
      );
    if (total > spoolBytes) throw new Problem('unavailable', 'The spool of feeds is full right now.', RETRY_AFTER);
  }
}

function jobOf(reception: Reception): string {
  if (reception.kind !== 'other-content') return reception.jobId;
  const message = 'was used with another feed before; a new feed needs a new key';
  throw invalid([{ propertyPath: IDEMPOTENCY_HEADER, message }]);
}
