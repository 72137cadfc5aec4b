import { tilesWithin, type Tile } from '@gable/domain/geo';
import { FEW_PROPERTIES, keysWithin, mapCells, middleOf, type MapCell, type RawCell } from '@gable/search';
import { setImmediate as turn } from 'node:timers/promises';
import { selectRank } from '../analytics/select-rank.js';
import type { Narrowing } from './narrow.js';
import type { PropertyColumns } from './property-columns.js';
import { uuidOf } from './property-ids.js';
import type { Segment } from './segment.js';

/** What the event loop is held for at a stretch. */
const TURN_MS = 10;

/** Room to count in, used again by the next question: one asks at a time. */
export class CountingRoom {
  cells = new Int32Array(0);
  prices = new Float64Array(0);
  sorted = new Float64Array(0);

  get bytes(): number {
    return this.cells.byteLength + this.prices.byteLength + this.sorted.byteLength;
  }

  for(properties: number): this {
    if (this.cells.length >= properties) return this;
    const length = Math.ceil(1.25 * properties);
    this.cells = new Int32Array(length);
    this.prices = new Float64Array(length);
    this.sorted = new Float64Array(length);
    return this;
  }
}

interface Growing {
  readonly key: number;
  count: number;
  lat: number;
  lng: number;
  /** How many of them state a price. */
  priced: number;
  /** Where they stand, as long as they are few. */
  readonly few: [Segment, slot: number][];
}

/** The cells of what meets the criteria. Nothing may write to the columns until it has resolved. */
export async function countCells(
  columns: PropertyColumns,
  found: Narrowing,
  { tileZoom, within }: { readonly tileZoom: number; readonly within?: Tile | undefined },
  room: CountingRoom,
): Promise<MapCell[]> {
  const counter = new CellCounter(
    tilesWithin(tileZoom),
    within ? keysWithin(within) : null,
    room.for(columns.properties),
  );
  let began = performance.now();
  for (const segment of columns.all()) {
    if (!found.mayHold(segment) || !counter.mayHold(segment)) continue;
    counter.add(segment, found.placesIn(segment, segment.listingCount));
    if (performance.now() - began > TURN_MS) {
      await turn();
      began = performance.now();
    }
  }
  return mapCells(counter.result());
}

class CellCounter {
  private readonly places = new Map<number, number>();
  private readonly cells: Growing[] = [];
  /** How many prices were noted. */
  private priced = 0;

  constructor(
    private readonly width: number,
    private readonly keys: readonly [from: number, below: number] | null,
    private readonly room: CountingRoom,
  ) {}

  mayHold({ bounds: { from, to } }: Segment): boolean {
    return this.keys === null || (this.keys[0] <= to && this.keys[1] > from);
  }

  /** Counts each property one of whose listings stands at these places. */
  add(segment: Segment, places: Int32Array): void {
    const { keys, first, lat, lng, minPrice } = segment;
    const [from, below] = this.keys ?? [0, Infinity];
    let last = -1;
    let cell: Growing | undefined;
    for (let n = 0, slot = 0; n < places.length; slot += 1) {
      const end = first[slot + 1]!;
      if (places[n]! >= end) continue;
      while (n < places.length && places[n]! < end) n += 1;
      const key = keys[slot]!; // GONE is below every key
      if (key < from || key >= below) continue;
      const tile = Math.floor(key / this.width);
      if (cell === undefined || cell.key !== tile) {
        last = this.placeOf(tile);
        cell = this.cells[last]!;
      }
      cell.count += 1;
      cell.lat += lat[slot]!;
      cell.lng += lng[slot]!;
      if (cell.count <= FEW_PROPERTIES) cell.few.push([segment, slot]);
      const price = minPrice[slot]!;
      if (Number.isNaN(price)) continue;
      this.room.cells[this.priced] = last;
      this.room.prices[this.priced] = price;
      this.priced += 1;
      cell.priced += 1;
    }
  }

  result(): RawCell[] {
    const medians = this.medians();
    return this.cells.map(({ key, count, lat, lng, few }, place) => ({
      key,
      count,
      lat: lat / count,
      lng: lng / count,
      medianPrice: medians[place]!,
      ids: count <= FEW_PROPERTIES ? few.map(([segment, slot]) => uuidOf(segment.idOf(slot))) : null,
    }));
  }

  /** Prices are put beside those of the same cell, and the middle ones of each are looked for there. */
  private medians(): (number | null)[] {
    const { cells, prices, sorted } = this.room;
    const ends = new Int32Array(this.cells.length);
    let end = 0;
    this.cells.forEach(({ priced }, place) => {
      ends[place] = end;
      end += priced;
    });
    for (let at = 0; at < this.priced; at += 1) sorted[ends[cells[at]!]!++] = prices[at]!;
    return this.cells.map(({ priced }, place) => medianOf(sorted.subarray(ends[place]! - priced, ends[place])));
  }

  private placeOf(tile: number): number {
    let place = this.places.get(tile);
    if (place === undefined) {
      this.places.set(tile, (place = this.cells.length));
      this.cells.push({ key: tile, count: 0, lat: 0, lng: 0, priced: 0, few: [] });
    }
    return place;
  }
}

/** Moves the values. */
function medianOf(values: Float64Array): number | null {
  if (values.length === 0) return null;
  const [low, high] = [(values.length - 1) >> 1, values.length >> 1];
  const lower = selectRank(values, low);
  return middleOf(lower, low === high ? lower : selectRank(values, high, low));
}
