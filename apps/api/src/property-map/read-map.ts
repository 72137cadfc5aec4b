import { Injectable } from '@nestjs/common';
import {
  parseBox,
  withCondition,
  type BoxCondition,
  type Criteria,
  type CriteriaLimits,
  type Parsed,
  type Places,
} from '@gable/domain/criteria';
import { DEEPEST_TILE_ZOOM, tilesTouched, type GeoBox } from '@gable/domain/geo';
import { CriteriaPlaces } from '../criteria/criteria-places.js';
import { invalid } from '../http/problem.js';
import { readInto } from '../http/read-request.js';
import { readSearch } from '../properties/read-search.js';
import { MapSettings, type MapRequest } from './map-request.js';

/** A map as the caller asked for it, everything checked. */
export interface MapQuestion {
  /** What the body asks for without what is in view. */
  readonly criteria: Criteria;
  readonly inView: Criteria;
  readonly view: GeoBox;
  readonly tileZoom: number;
  readonly countWithoutPoint: boolean;
  readonly byTransactionType: boolean;
}

/** Cells lie two levels below the tiles of the map: a quarter of their width, 64 pixels. */
export const CELL_LEVELS = 2;
/** As many as a window of 8,192 × 8,192 pixels shows. */
export const MOST_CELLS = 16_384;

/** Reads the body of a map. */
@Injectable()
export class MapReader {
  constructor(private readonly places: CriteriaPlaces) {}

  /** @throws Problem validation-failed with everything that is wrong */
  async read(body: MapRequest, accountId: string): Promise<MapQuestion> {
    const read = await this.places.consult(accountId, body.criteria, (places) =>
      readMap(body, places, this.places.limits),
    );
    if (!read.ok) throw invalid(read.violations);
    return read.value;
  }
}

/** The pure part: a body, and what is known about places, to a question or violations. */
export function readMap(body: MapRequest, places: Places, limits: CriteriaLimits): Parsed<MapQuestion> {
  const { zoom, countWithoutPoint, byTransactionType, boundingBox, ...search } = body;
  const settings = readInto(MapSettings, { zoom, countWithoutPoint, byTransactionType });
  const box = parseBox(boundingBox, 'boundingBox');
  const question = readSearch(search, places, limits);
  const size = settings.ok && box.ok ? readSize(box.value, settings.value.zoom) : undefined;
  if (settings.ok && box.ok && question.ok && size?.ok) {
    const { criteria } = question.value;
    return {
      ok: true,
      value: {
        criteria,
        inView: withCondition(criteria, box.value),
        view: box.value,
        tileZoom: size.value,
        countWithoutPoint: settings.value.countWithoutPoint,
        byTransactionType: settings.value.byTransactionType,
      },
    };
  }
  return {
    ok: false,
    violations: [settings, size, box, question].flatMap((part) =>
      part === undefined || part.ok ? [] : part.violations,
    ),
  };
}

function readSize(box: BoxCondition, zoom: number): Parsed<number> {
  const tileZoom = Math.min(DEEPEST_TILE_ZOOM, zoom + CELL_LEVELS);
  const cells = tilesTouched(box, tileZoom);
  if (cells <= MOST_CELLS) return { ok: true, value: tileZoom };
  const message = `gives ${cells} cells in this box, of at most ${MOST_CELLS}; ask for a lower zoom or a smaller box`;
  return { ok: false, violations: [{ propertyPath: 'zoom', message }] };
}
