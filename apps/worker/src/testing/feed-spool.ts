import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Database } from '@gable/persistence';
import { AccountStore } from '@gable/persistence/accounts';
import { FeedUploadStore } from '@gable/persistence/feeds';

/** Puts feeds into the spool, as the API does. */
export class FeedSpool {
  private readonly uploads: FeedUploadStore;

  constructor(
    private readonly database: Database,
    private readonly portionBytes = 20_000,
  ) {
    this.uploads = new FeedUploadStore(database);
  }

  /** Gives the id of the job. */
  async send(content: string, { account = 'Provider', domain = 'portal.example' } = {}): Promise<string> {
    const { owner, jobId, portions } = await this.upload(content, { account, domain });
    const contentHash = createHash('sha256').update(content).digest();
    const bytes = Buffer.byteLength(content);
    await this.uploads.receive(owner, jobId, {
      ...{ idempotencyKey: null, contentHash, portions },
      ...{ receivedBytes: bytes, unpackedBytes: bytes },
    });
    return jobId;
  }

  /** All of an upload but its end. */
  async upload(content: string, { account = 'Provider', domain = 'portal.example' } = {}) {
    const { id: accountId } = await new AccountStore(this.database).ensure(account, new Date());
    const owner = { accountId, domain };
    const jobId = (await this.uploads.begin(owner, 1_000))!;
    const packed = gzipSync(content);
    let portions = 0;
    for (let at = 0; at < packed.length; at += this.portionBytes, portions += 1)
      await this.uploads.addPortion(jobId, portions, packed.subarray(at, at + this.portionBytes));
    return { owner, jobId, portions };
  }
}
