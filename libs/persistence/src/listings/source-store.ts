import { plainText } from '@gable/domain';
import type { Database } from '../database/database.js';
import { SourceEntity } from './source.entity.js';

/** Where adverts come from: a portal, an agency's feed. */
export interface Source {
  id: string;
  name: string;
  domain: string;
}

/** Sources of adverts. They belong to nobody and are the same for every account. */
export class SourceStore {
  constructor(private readonly database: Database) {}

  /**
   * Sources whose name holds the given text, whatever its case and accents; by name. Compared here and not by the
   * database, since not every PostgreSQL has `unaccent`, and there are no more sources than portals and agencies.
   */
  async list(
    name: string | undefined,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ items: Source[]; total: number }> {
    const sources = await this.database.manager.find(SourceEntity, {
      select: { id: true, name: true, domain: true },
      order: { name: 'ASC', id: 'ASC' },
    });
    const found =
      name === undefined ? sources : sources.filter((source) => plainText(source.name).includes(plainText(name)));
    return { items: found.slice(offset, offset + limit), total: found.length };
  }
}
