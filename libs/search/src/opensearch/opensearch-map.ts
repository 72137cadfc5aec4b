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
import { TOTAL_CAP } from '../property-search.js';
import type { Total } from '../total.js';
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
    init_script: 'state.prices = new double[16]; state.count = 0; state.ids = new ArrayList();',
    // An array that grows, not a list: boxed numbers and their comparison would take as long as all the rest.
    map_script: `
      def price = doc['minPrice'];
      if (price.size() != 0) {
        double[] prices = (double[]) state.prices;
        int count = (int) state.count;
        if (count == prices.length) {
          double[] larger = new double[2 * count];
          System.arraycopy(prices, 0, larger, 0, count);
          state.prices = prices = larger;
        }
        prices[count] = price.value;
        state.count = count + 1;
      }
      List ids = (List) state.ids;
      if (ids.size() <= params.few) ids.add(doc['id'].value);`,
    // No loop over prices: a script may take a million turns.
    combine_script: `
      double[] prices = DoubleStream.of((double[]) state.prices).limit((int) state.count).toArray();
      return ['prices': prices, 'ids': state.ids];`,
    reduce_script: `
      DoubleStream all = DoubleStream.empty(); List ids = new ArrayList();
      for (state in states) {
        all = DoubleStream.concat(all, DoubleStream.of((double[]) state.prices));
        ids.addAll(state.ids);
      }
      double[] prices = all.sorted().toArray();
      int count = prices.length;
      List middle = new ArrayList();
      if (count > 0) { middle.add(prices[(count - 1) / 2]); middle.add(prices[count / 2]); }
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
