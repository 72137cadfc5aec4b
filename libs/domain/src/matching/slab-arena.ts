/** Block sizes in units. A block of n units lives in the first class that holds it; steps of a third to a half keep the slack near a tenth. */
const SIZES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512] as const;
const LARGEST = SIZES[SIZES.length - 1] as number;
const CLASS_OF: readonly number[] = Array.from({ length: LARGEST + 1 }, (_, units) => SIZES.findIndex((size) => size >= units));
/** Units of one page; a power of two, so that a reference splits into page and place with a shift. */
const PAGE_UNITS = 2_048;
const PAGE_SHIFT = 11;
const PAGE_MASK = PAGE_UNITS - 1;

/**
 * Words (32 bits) in blocks of many sizes, without one array that would have to be copied to grow. A page holds blocks of one size, so the start of the block around
 * any unit is found by division. Blocks larger than the largest size get a page of their own. A reference is the number of a block's first unit; it is never negative.
 */
export class SlabArena {
  /** Words by page, and the same bytes as doubles (a unit is at least two words, so that a block starts on a double). */
  readonly pages: Int32Array[] = [];
  readonly doubles: Float64Array[] = [];
  private readonly sizes: number[] = [];
  private readonly owners: (Int32Array | null)[] = [];
  private readonly free: number[][] = SIZES.map(() => []);
  private readonly freePages: number[] = [];
  bytes = 0;

  constructor(readonly unitWords: number) {}

  /** Units that a block asked for with `units` really has. */
  static capacity(units: number): number {
    return units > LARGEST ? units : (SIZES[CLASS_OF[units] as number] as number);
  }

  /** A block of at least `units` units with whatever words it held before; `owner` can be asked back from any unit inside. */
  allocate(units: number, owner = 0): number {
    if (units > LARGEST) {
      const page = this.addPage(units, 1);
      (this.owners[page] as Int32Array)[0] = owner;
      return page << PAGE_SHIFT;
    }
    const sizeClass = CLASS_OF[units] as number;
    const free = this.free[sizeClass] as number[];
    let block = free.pop();
    if (block === undefined) {
      const size = SIZES[sizeClass] as number;
      const count = Math.floor(PAGE_UNITS / size);
      const page = this.addPage(size, count);
      for (let place = count - 1; place > 0; place -= 1) free.push((page << PAGE_SHIFT) + place * size);
      block = page << PAGE_SHIFT;
    }
    const page = block >>> PAGE_SHIFT;
    (this.owners[page] as Int32Array)[((block & PAGE_MASK) / (this.sizes[page] as number)) | 0] = owner;
    return block;
  }

  release(block: number): void {
    const page = block >>> PAGE_SHIFT;
    const size = this.sizes[page] as number;
    if (size <= LARGEST) {
      (this.free[CLASS_OF[size] as number] as number[]).push(block);
      return;
    }
    this.bytes -= (this.pages[page] as Int32Array).byteLength;
    this.pages[page] = new Int32Array(0);
    this.doubles[page] = new Float64Array(0);
    this.freePages.push(page);
  }

  /** The words around a reference; `offset` says where in them it stands. */
  words(reference: number): Int32Array {
    return this.pages[reference >>> PAGE_SHIFT] as Int32Array;
  }

  numbers(reference: number): Float64Array {
    return this.doubles[reference >>> PAGE_SHIFT] as Float64Array;
  }

  offset(reference: number): number {
    return (reference & PAGE_MASK) * this.unitWords;
  }

  /** The first unit of the block that holds this unit. */
  blockOf(unit: number): number {
    const page = unit >>> PAGE_SHIFT;
    const within = unit & PAGE_MASK;
    return unit - (within % (this.sizes[page] as number));
  }

  ownerOf(unit: number): number {
    const page = unit >>> PAGE_SHIFT;
    return (this.owners[page] as Int32Array)[((unit & PAGE_MASK) / (this.sizes[page] as number)) | 0] as number;
  }

  private addPage(size: number, count: number): number {
    const words = new Int32Array((count === 1 ? size : PAGE_UNITS) * this.unitWords);
    const page = this.freePages.pop() ?? this.pages.length;
    this.pages[page] = words;
    this.doubles[page] = new Float64Array(words.buffer);
    this.sizes[page] = size;
    this.owners[page] = new Int32Array(count);
    this.bytes += words.byteLength;
    return page;
  }
}
