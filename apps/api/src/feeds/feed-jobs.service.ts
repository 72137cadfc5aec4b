import { Injectable } from '@nestjs/common';
import { FeedJobStore, type FeedJob, type FeedOwner } from '@gable/persistence/feeds';
import type { Page } from '../http/collection.js';
import { endlessPage, listRangeOf, type EndlessQuery } from '../http/endless-collection.js';
import { notFound } from '../http/problem.js';
import { feedJobResponse, type FeedJobResponse } from './feed-job-response.js';

/** What became of an account's feeds. */
@Injectable()
export class FeedJobsService {
  constructor(private readonly jobs: FeedJobStore) {}

  async list(owner: FeedOwner, query: EndlessQuery): Promise<Page<FeedJobResponse>> {
    const range = listRangeOf(query);
    return endlessPage(await this.jobs.list(owner, range), range, feedJobResponse);
  }

  async read(owner: FeedOwner, id: string): Promise<FeedJobResponse> {
    return feedJobResponse(await this.find(owner, id));
  }

  /** NDJSON, as much as was rejected so far. */
  async rejects(owner: FeedOwner, id: string): Promise<AsyncIterable<Buffer>> {
    return this.jobs.rejects((await this.find(owner, id)).id);
  }

  private async find(owner: FeedOwner, id: string): Promise<FeedJob> {
    const job = await this.jobs.find(owner, id);
    if (job === null) throw notFound();
    return job;
  }
}
