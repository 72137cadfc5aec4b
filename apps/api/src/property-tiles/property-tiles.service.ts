import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { formatCriteria, type Criteria } from '@gable/domain/criteria';
import { DEEPEST_TILE_ZOOM, type Tile } from '@gable/domain/geo';
import { Database } from '@gable/persistence';
import { TileSearchStore } from '@gable/persistence/properties';
import type { SearchBackend } from '@gable/search';
import { DerivationWarnings } from '../criteria/derivation-warnings.js';
import { Problem } from '../http/problem.js';
import type { Warning } from '../http/warnings.js';
import { SearchReader } from '../properties/read-search.js';
import type { SearchRequest } from '../properties/search-request.js';
import { PropertyMapService } from '../property-map/property-map.service.js';
import { CELL_LEVELS } from '../property-map/read-map.js';
import { encodeTile } from './encode-tile.js';
import type { TileSearchResponse } from './tile-search-response.js';

export interface DrawnTile {
  readonly bytes: Buffer;
  /** A strong one (RFC 9110): equal bytes have equal tags. */
  readonly etag: string;
  readonly backend: SearchBackend;
}

/** What a search finds, as vector tiles. */
@Injectable()
export class PropertyTilesService {
  constructor(
    private readonly reader: SearchReader,
    private readonly searches: TileSearchStore,
    private readonly database: Database,
    private readonly map: PropertyMapService,
    private readonly derivation: DerivationWarnings,
  ) {}

  /** Keeps a search that was checked. */
  async keep(accountId: string, body: SearchRequest): Promise<{ answer: TileSearchResponse; warnings: Warning[] }> {
    const { criteria } = await this.reader.read(body, accountId);
    const { id, expiresAt } = await this.searches.keep(accountId, bodyOf(criteria), await this.database.now());
    return {
      answer: { searchId: id, urlTemplate: `/properties/tiles/{z}/{x}/{y}.mvt?search=${id}`, expiresAt },
      warnings: await this.derivation.of(criteria),
    };
  }

  /** @throws Problem not-found where the account has no such search; validation-failed where its shapes are gone */
  async draw(accountId: string, searchId: string, tile: Tile): Promise<DrawnTile> {
    const body = await this.searches.find(accountId, searchId, await this.database.now());
    if (body === null)
      throw new Problem(
        'not-found',
        'There is no such search, or its hour has ended: send it again and use the new id.',
      );
    const { criteria } = await this.reader.read(JSON.parse(body) as SearchRequest, accountId);
    const tileZoom = Math.min(DEEPEST_TILE_ZOOM, tile.z + CELL_LEVELS);
    const { cells, backend } = await this.map.cells({ criteria, tileZoom, within: tile });
    const bytes = encodeTile(tile, cells);
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, backend };
  }
}

/** One body for whatever finds the same, however it is spelled, paged and ordered: it has one id. */
function bodyOf(criteria: Criteria): string {
  return JSON.stringify({ searchMode: 'advanced', criteria: formatCriteria(criteria) } satisfies SearchRequest);
}
