import type { Database } from '@gable/persistence';
import { feedState } from '@gable/testing';
import type { ApiProcess } from './api-process.js';

const DOMAIN = 'portal.example';

/** A portal that puts its listings one by one into an API; its account is called `Provider`. */
export class Portal {
  private constructor(
    private readonly api: ApiProcess,
    private readonly key: string,
  ) {}

  static async at(api: ApiProcess, database: Database): Promise<Portal> {
    return new Portal(api, await api.makeKey(database, 'Provider', 'ROLE_FEED_PROVIDER', [DOMAIN]));
  }

  /** Answers the status; 0 where nobody answered. */
  async put(id: string, price: number): Promise<number> {
    const { source, externalId, ...body } = feedState({ price });
    return (await this.api.ask('PUT', `/feeds/${DOMAIN}/listings/${id}`, { key: this.key, body })).status;
  }
}
