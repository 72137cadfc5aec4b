import type { Criteria } from '@gable/domain/criteria';
import { tilesWithin, type Tile } from '@gable/domain/geo';
import {
  FEW_PROPERTIES,
  keysWithin,
  mapCells,
  middleOf,
  type MapQuery,
  type MapResult,
  type PropertyMap,
  type RawCell,
} from '../property-map.js';
import { TOTAL_CAP, type Total } from '../property-search.js';
import type { AskedIndex } from './asked-index.js';
import { wholeAnswer } from './answers.js';
import { matching } from './matching.js';
import type { Query } from './query-parts.js';

interface Bucket {
  readonly key: number;
  readonly doc_count: number;
  readonly lat: { readonly value: number };
  readonly lng: { readonly value: number };
  readonly members: { readonly value: { readonly ids: string[] | null; readonly middle: number[] } };
}

/** `PropertyMap` on OpenSearch. Tiles are stretches of the map key, so that a histogram of it has a bucket for each. */
export class OpenSearchMap implements PropertyMap {
  constructor(
    private readonly index: AskedIndex,
    private readonly countOn: (query: Query, found: number) => Promise<Total>,
  ) {}

  async cells({ criteria, tileZoom, within }: MapQuery): Promise<MapResult> {
    const interval = tilesWithin(tileZoom);
    const inView = matching(criteria, [within ? standsIn(within) : HAS_PLACE]);
    const { cells } = await this.index.aggregate<{ cells: { buckets: Bucket[] } }>(inView, {
      cells: {
        histogram: { field: 'mapKey', interval, min_doc_count: 1 },
        aggs: { lat: { avg: { field: 'lat' } }, lng: { avg: { field: 'lng' } }, members: MEMBERS },
      },
    });
    return { cells: mapCells(cells.buckets.map((bucket) => cellOf(bucket, interval))), backend: 'opensearch' };
  }

  async countWithoutPlace(criteria: Criteria): Promise<Total> {
    const query = matching(criteria, [{ bool: { must_not: [HAS_PLACE] } }]);
    const answer = await this.index.ask({ query, size: 0, track_total_hits: TOTAL_CAP + 1 });
    return this.countOn(query, wholeAnswer(answer).total);
  }
}

const HAS_PLACE = { exists: { field: 'mapKey' } } as const;

function standsIn(tile: Tile): Query {
  const [gte, lt] = keysWithin(tile);
  return { range: { mapKey: { gte, lt } } };
}

/**
 * What belongs to a cell and no aggregation gives: the exact median, which `percentiles` does not (it does not
 * interpolate, and is an estimate from some 50 values on), and the ids where they are few.
 */
const MEMBERS = {
  scripted_metric: {
    params: { few: FEW_PROPERTIES },
    init_script: 'state.prices = new ArrayList(); state.ids = new ArrayList();',
    map_script: `
      if (doc['minPrice'].size() != 0) state.prices.add(doc['minPrice'].value);
      if (state.ids.size() <= params.few) state.ids.add(doc['id'].value);`,
    combine_script: 'return state',
    reduce_script: `
      List prices = new ArrayList(); List ids = new ArrayList();
      for (state in states) { prices.addAll(state.prices); ids.addAll(state.ids); }
      Collections.sort(prices);
      int count = prices.size();
      List middle = new ArrayList();
      if (count > 0) { middle.add(prices.get((count - 1) / 2)); middle.add(prices.get(count / 2)); }
      return ['ids': ids.size() <= params.few ? ids : null, 'middle': middle];`,
  },
} as const;

function cellOf({ key, doc_count: count, lat, lng, members }: Bucket, interval: number): RawCell {
  const { ids, middle } = members.value;
  const [lower, upper] = middle;
  return {
    key: Math.round(key / interval),
    count,
    lat: lat.value,
    lng: lng.value,
    medianPrice: lower === undefined || upper === undefined ? null : middleOf(lower, upper),
    ids,
  };
}
