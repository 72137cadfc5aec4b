import { placeInTile, type Tile } from '@gable/domain/geo';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { MapCellResponse, MapPointResponse } from '../property-map/map-response.js';

/** The usual resolution of a vector tile: a cell of 64 pixels is 1,024 wide. */
const EXTENT = 4_096;
const POINT = 1;
type GeojsonVtTiles = Parameters<typeof fromGeojsonVt>[0];
const VERSION = 2;

/**
 * The cells of a tile as a Mapbox Vector Tile 2.1: layer `cells` with every cell at the middle of what it holds, layer
 * `properties` with what cells name. A layer without features is left out, as the specification asks for.
 */
export function encodeTile(tile: Tile, cells: readonly MapCellResponse[]): Buffer {
  const layers = {
    cells: cells.map(({ centroid, count, medianPrice }) => pointAt(tile, centroid, { count, medianPrice })),
    properties: cells.flatMap(({ properties }) =>
      (properties ?? []).map(({ uuid, minPrice, transactionType, ...point }) =>
        pointAt(tile, point, { uuid, minPrice, transactionType }),
      ),
    ),
  };
  const filled = Object.entries(layers).filter(([, features]) => features.length > 0);
  // Of the tiles that geojson-vt makes, nothing is read but the features.
  const tiles = Object.fromEntries(filled.map(([name, features]) => [name, { features }])) as unknown as GeojsonVtTiles;
  return Buffer.from(fromGeojsonVt(tiles, { version: VERSION, extent: EXTENT }));
}

/** Tiles know no null: what is not there has no tag. */
function pointAt(tile: Tile, { latitude, longitude }: MapPointResponse, tags: Record<string, string | number | null>) {
  const { x, y } = placeInTile({ lat: latitude, lng: longitude }, tile);
  return {
    type: POINT,
    geometry: [[Math.round(x * EXTENT), Math.round(y * EXTENT)]],
    tags: Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== null)),
  };
}
