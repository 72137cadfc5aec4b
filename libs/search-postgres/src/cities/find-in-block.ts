import type { KeySort, SearchPosition } from '@gable/search';
import type { Narrowing } from '../columns/narrow.js';
import { uuidOf } from '../columns/property-ids.js';
import { GONE, type CityBlock } from './city-block.js';

/** What of the matching properties is asked for. */
export interface BlockCut {
  readonly sort: KeySort;
  readonly after: SearchPosition | null;
  /** Epoch milliseconds; only properties first seen until then. null = all. */
  readonly seenUntil: number | null;
  readonly offset: number;
  readonly limit: number;
}

/** Room for one question at a time: answering is synchronous. */
let slots = new Int32Array(1024);

/** The slots of the properties one of whose listings meets the criteria; the next question overwrites them. */
export function matching(block: CityBlock, narrowing: Pick<Narrowing, 'placesIn'>): Int32Array {
  const { listingCount, size, owners, handles } = block;
  if (size > slots.length) slots = new Int32Array(2 * size);
  let count = 0;
  let last = -1;
  for (const place of narrowing.placesIn(block, listingCount)) {
    const slot = owners[place]!;
    if (slot !== last && handles[slot] !== GONE) slots[count++] = slot;
    last = slot;
  }
  return slots.subarray(0, count);
}

/** The page of these properties that the cut asks for, in its order, with their revisions. */
export function cutOut(
  block: CityBlock,
  found: Int32Array,
  { sort, after, seenUntil, offset, limit }: BlockCut,
): { readonly hits: SearchPosition[]; readonly revisions: Map<string, number> } {
  const order = new Order(block, sort);
  const createdAt = block.keys.CREATED_AT;
  const isAsked = (slot: number): boolean =>
    (seenUntil === null || createdAt[slot]! <= seenUntil) && (after === null || order.isBehind(slot, after));
  const asked = seenUntil === null && after === null ? found : found.filter(isAsked);
  const page = order.first(asked, offset + limit).subarray(offset);
  const hits: SearchPosition[] = [];
  const revisions = new Map<string, number>();
  for (const slot of page) {
    const id = uuidOf(block.idOf(slot));
    const key = block.keys[sort.field][slot]!;
    hits.push({ id, key: Number.isNaN(key) ? null : key });
    revisions.set(id, block.revisions[slot]!);
  }
  return { hits, revisions };
}

/** The order of `wholeOrder` over slots: missing keys last, whichever the direction; ties by the bytes of the id. */
class Order {
  private readonly keys: Float64Array;
  private readonly sign: number;

  constructor(
    private readonly block: CityBlock,
    { field, direction }: KeySort,
  ) {
    this.keys = block.keys[field];
    this.sign = direction === 'ASC' ? 1 : -1;
  }

  /** The first so many of them, sorted. */
  first(found: Int32Array, count: number): Int32Array {
    if (count === 0) return found.subarray(0, 0);
    const heap = found.slice(0, count);
    if (found.length > count) {
      for (let at = (count >>> 1) - 1; at >= 0; at -= 1) this.sink(heap, at);
      for (let at = count; at < found.length; at += 1) {
        if (this.compare(found[at]!, heap[0]!) >= 0) continue;
        heap[0] = found[at]!;
        this.sink(heap, 0);
      }
    }
    return heap.sort((one, other) => this.compare(one, other));
  }

  /** Lets the slot at a place of a heap, whose top is the last in order, sink to where it belongs. */
  private sink(heap: Int32Array, from: number): void {
    const slot = heap[from]!;
    let at = from;
    for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && this.compare(heap[child + 1]!, heap[child]!) > 0) child += 1;
      if (this.compare(heap[child]!, slot) <= 0) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = slot;
  }

  isBehind(slot: number, { key, id }: SearchPosition): boolean {
    const byKey = this.compareKeys(this.keys[slot]!, key ?? NaN);
    if (byKey !== 0) return byKey > 0;
    const own = uuidOf(this.block.idOf(slot));
    return own !== id && this.sign > 0 === own > id;
  }

  private compare(one: number, other: number): number {
    const byKey = this.compareKeys(this.keys[one]!, this.keys[other]!);
    if (byKey !== 0) return byKey;
    const { ids } = this.block;
    for (let byte = 0; byte < 16; byte += 1) {
      const difference = ids[16 * one + byte]! - ids[16 * other + byte]!;
      if (difference !== 0) return this.sign * difference;
    }
    return 0;
  }

  private compareKeys(one: number, other: number): number {
    if (one < other) return -this.sign;
    if (one > other) return this.sign;
    return one === other ? 0 : Number(Number.isNaN(one)) - Number(Number.isNaN(other));
  }
}
