import { SourceStore } from '@gable/persistence/listings';
import type { Database } from '@gable/persistence';
import type { Violation } from '@gable/domain';
import type { FeedLimits } from '../reading/feed-limits.js';

/** Domains remembered at most; beyond it they are forgotten and asked for again. */
const MOST_REMEMBERED = 10_000;

/** Lets a feed name any source that there is, and make a bounded number of new ones. */
export class SourceBudget {
  private readonly store: SourceStore;
  private readonly known = new Set<string>();
  private made = 0;

  constructor(
    database: Database,
    private readonly limits: FeedLimits,
  ) {
    this.store = new SourceStore(database);
  }

  /** To be asked once a batch, for all domains it names. Gives what is wrong with those that may not be made. */
  async refuse(domains: ReadonlySet<string>): Promise<Map<string, Violation>> {
    const refused = new Map<string, Violation>();
    let unknown = [...domains].filter((domain) => !this.known.has(domain));
    if (unknown.length === 0) return refused;
    if (this.known.size + unknown.length > MOST_REMEMBERED) this.known.clear();
    for (const domain of await this.store.known(unknown)) this.known.add(domain);
    unknown = unknown.filter((domain) => !this.known.has(domain));
    if (unknown.length === 0) return refused;
    const { maxNewSources, maxSources } = this.limits;
    let room = maxSources - (await this.store.count());
    for (const domain of unknown) {
      if (this.made >= maxNewSources) refused.set(domain, beyond('feed makes', maxNewSources, 'FEED_MAX_NEW_SOURCES'));
      else if (room <= 0) refused.set(domain, beyond('store has', maxSources, 'MAX_SOURCES'));
      else {
        this.made += 1;
        room -= 1;
        this.known.add(domain);
      }
    }
    return refused;
  }
}

function beyond(who: string, most: number, setting: string): Violation {
  return { propertyPath: 'source.domain', message: `is a new source beyond the ${most} that a ${who} (${setting})` };
}
