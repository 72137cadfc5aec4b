import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { parseFeedLine } from '@gable/domain/listing';
import { ingestFeed, KeptDivisions } from '@gable/ingest';
import type { Database } from '@gable/persistence';
import { FeedListingStore } from '@gable/persistence/feeds';
import { CONFIG } from '@gable/platform';
import type { Config } from '@gable/runtime';
import { LISTING_DATABASE } from '../databases/databases.module.js';
import type { JsonObject } from '../http/json-body.js';
import { invalid, Problem } from '../http/problem.js';
import type { Warning } from '../http/warnings.js';
import { CollectedRejects } from './collected-rejects.js';
import { contradictions, listingLine } from './listing-line.js';
import type { PutListingResponse } from './put-listing-response.js';

/** What was done, and what of the body the format does not know. */
export interface PutListing extends PutListingResponse {
  readonly warnings: readonly Warning[];
}

/** Stores one state of one listing, by the same writer as feeds. */
@Injectable()
export class PutListingService {
  private readonly divisions: KeptDivisions;
  private readonly listings: FeedListingStore;

  constructor(
    @Inject(LISTING_DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'feedLimits'>,
  ) {
    this.divisions = new KeptDivisions(database);
    this.listings = new FeedListingStore(database);
  }

  /** @throws Problem validation-failed, conflict where a newer state is stored */
  async put(domain: string, externalId: string, body: JsonObject): Promise<PutListing> {
    // Before the store is asked: a text of the path may be one that it does not take.
    const named = { domain, externalId, sourceName: domain };
    const parsed = parseFeedLine(listingLine(body, named));
    const violations = [...contradictions(body, named), ...(parsed.ok ? [] : parsed.violations)];
    if (violations.length > 0) throw invalid(violations);
    const stored = await this.listings.find(domain, externalId);
    const line = listingLine(body, { ...named, sourceName: stored.sourceName ?? domain });
    const rejects = new CollectedRejects();
    const report = await ingestFeed(this.database, Readable.from([Buffer.from(JSON.stringify(line))]), {
      rejectFile: rejects,
      onlySource: domain,
      divisions: this.divisions,
      limits: this.config.feedLimits,
    });
    const [rejected] = rejects.all;
    if (rejected !== undefined)
      throw invalid(rejected.reasons.map(({ path: propertyPath, message }) => ({ propertyPath, message })));
    if (report.stale > 0) throw new Problem('conflict', STALE);
    const outcome = report.changed === 0 ? 'unchanged' : stored.id !== null ? 'changed' : 'created';
    return { domain, externalId, outcome, warnings: warningsOf(parsed.unknownFields) };
  }
}

/** A header holds printable ASCII, and not much of it. */
function warningsOf(unknownFields: readonly string[]): Warning[] {
  return [...new Set(unknownFields)].slice(0, MOST_WARNINGS).map((name) => ({
    propertyPath: name.slice(0, LONGEST_NAME).replace(/[^\x21-\x7e]|,/g, '?'),
    message: 'is unknown and left out',
  }));
}

const MOST_WARNINGS = 20;
const LONGEST_NAME = 60;

const STALE =
  'A newer state of this listing is stored, or one of the same instant with other content. Send a later ' +
  'observedAt.';
