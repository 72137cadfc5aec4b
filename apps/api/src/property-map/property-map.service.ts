import { Inject, Injectable } from '@nestjs/common';
import type { TransactionType } from '@gable/domain';
import { withCondition } from '@gable/domain/criteria';
import { boxOfTile, tileOfKey } from '@gable/domain/geo';
import { PropertyStore, type PropertyPlace } from '@gable/persistence/properties';
import { PROPERTY_SEARCH } from '@gable/platform';
import type { MapCell, MapQuery, PropertySearch, SearchBackend } from '@gable/search';
import { DerivationWarnings } from '../criteria/derivation-warnings.js';
import type { Warning } from '../http/warnings.js';
import type { MapRequest } from './map-request.js';
import type { MapCellResponse, MapResponse, MapShareResponse } from './map-response.js';
import { MapReader, type MapQuestion } from './read-map.js';

export interface AnsweredMap {
  readonly answer: MapResponse;
  readonly backend: SearchBackend;
  readonly warnings: Warning[];
}

/** What a search finds, as a map shows it. */
@Injectable()
export class PropertyMapService {
  constructor(
    private readonly reader: MapReader,
    @Inject(PROPERTY_SEARCH) private readonly engine: PropertySearch,
    private readonly properties: PropertyStore,
    private readonly derivation: DerivationWarnings,
  ) {}

  async show(accountId: string, body: MapRequest): Promise<AnsweredMap> {
    const question = await this.reader.read(body, accountId);
    const { inView, tileZoom, view } = question;
    const { cells, backend } = await this.cells({ criteria: inView, tileZoom, view }, question.byTransactionType);
    return {
      answer: {
        totalItems: cells.reduce((sum, { count }) => sum + count, 0),
        tileZoom,
        cells,
        withoutPoint: await this.withoutPoint(question),
      },
      backend,
      warnings: await this.derivation.of(inView),
    };
  }

  /** The cells of a map, whoever shows them: this route, or a vector tile. */
  async cells(
    query: MapQuery,
    byTransactionType = false,
  ): Promise<{ cells: MapCellResponse[]; backend: SearchBackend }> {
    const { cells, backend } = await this.engine.map.cells(query);
    const places = await this.properties.places(cells.flatMap(({ ids }) => ids ?? []));
    const shares = byTransactionType ? await this.shares(query) : null;
    return { cells: cells.map((cell) => cellResponse(cell, query.tileZoom, places, shares)), backend };
  }

  /** The cells of what is for sale, and of what is to rent. */
  private async shares(query: MapQuery): Promise<Shares> {
    const sharesOf = async (deal: TransactionType) => {
      const criteria = withCondition(query.criteria, { kind: 'transactionType', included: [deal] });
      const { cells } = await this.engine.map.cells({ ...query, criteria });
      return new Map(cells.map(({ key, count, medianPrice }) => [key, { count, medianPrice }]));
    };
    return { SELL: await sharesOf('SELL'), RENT: await sharesOf('RENT') };
  }

  private async withoutPoint({ countWithoutPoint, criteria }: MapQuestion): Promise<number | null> {
    if (!countWithoutPoint) return null;
    const { total, totalIsExact } = await this.engine.map.countWithoutPlace(criteria);
    return totalIsExact ? total : null;
  }
}

/** By the key of a cell; those without any are left out. */
type Shares = Readonly<Record<TransactionType, ReadonlyMap<number, MapShareResponse>>>;
const NONE: MapShareResponse = { count: 0, medianPrice: null };

function cellResponse(
  cell: MapCell,
  tileZoom: number,
  places: ReadonlyMap<string, PropertyPlace>,
  shares: Shares | null,
): MapCellResponse {
  const { key, count, centroid, medianPrice, ids } = cell;
  const tile = tileOfKey(key, tileZoom);
  return {
    x: tile.x,
    y: tile.y,
    count,
    centroid: { latitude: centroid.lat, longitude: centroid.lng },
    medianPrice,
    byTransactionType: shares && { SELL: shares.SELL.get(key) ?? NONE, RENT: shares.RENT.get(key) ?? NONE },
    boundingBox: boxOfTile(tile),
    properties: ids && ids.flatMap((id) => propertyAt(places.get(id))),
  };
}

/** One that went between the two reads is left out. */
function propertyAt(place: PropertyPlace | undefined) {
  if (place === undefined) return [];
  const { id, lat, lng, minPrice, transactionType } = place;
  return [{ uuid: id, latitude: lat, longitude: lng, minPrice, transactionType }];
}
