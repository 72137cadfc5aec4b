import { plainText } from '@gable/domain';
import type { Queryable } from '../database.js';

/** Where adverts come from: a portal, an agency's feed. */
export interface Source {
  id: string;
  name: string;
  domain: string;
}

/** Sources of adverts. They belong to nobody and are the same for every account. */
export class SourceStore {
  constructor(private readonly database: Queryable) {}

  /**
   * Sources whose name holds the given text, whatever its case and accents; by name. Compared here and not by the database, since not every
   * PostgreSQL has `unaccent`, and there are no more sources than portals and agencies.
   */
  async list(
    name: string | undefined,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ items: Source[]; total: number }> {
    const sources = await this.database.query<Source>('select id, name, domain from source order by name, id');
    const found =
      name === undefined ? sources : sources.filter((source) => plainText(source.name).includes(plainText(name)));
    return { items: found.slice(offset, offset + limit), total: found.length };
  }
}
