/**
 * Block sizes in units. A block of n units lives in the first class that holds it; steps of a third to a half keep
 * the slack near a tenth.
 */
const SIZES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512] as const;
const LARGEST = SIZES[SIZES.length - 1] as number;
const CLASS_OF: readonly number[] = Array.from({ length: LARGEST + 1 }, (_, units) =>
  SIZES.findIndex((size) => size >= units),
);
/** Units of one page; a power of two, so that a reference splits into page and place with a shift. */
const PAGE_UNITS = 2_048;
const PAGE_SHIFT = 11;
const PAGE_MASK = PAGE_UNITS - 1;
/**
 * Units of one region: pages share arrays, because reading through thousands of arrays means waiting for each array's
 * own head.
 */
const REGION_SHIFT = 16;
const REGION_UNITS = 1 << REGION_SHIFT;
const REGION_MASK = REGION_UNITS - 1;
const PAGES_PER_REGION = 1 << (REGION_SHIFT - PAGE_SHIFT);

/**
 * Words (32 bits) in blocks of many sizes. A page holds blocks of one size or part of a larger block; pages stand
 * side by side in regions. Only the first region is copied to grow, the others are made whole. A reference is the
 * number of a block's first unit; it is never negative. Arrays are to be asked for again after `allocate`.
 */
export class SlabArena {
  /**
   * Words by region, and the same bytes as doubles (a unit is at least two words, so that a block starts on a
   * double).
   */
  private readonly regions: Int32Array[] = [];
  private readonly doubles: Float64Array[] = [];
  /** Units of the blocks on each page; of a block larger than a page, all of its units at its first page. */
  private readonly sizes: number[] = [];
  private readonly owners: Int32Array[] = [];
  private readonly free: number[][] = SIZES.map(() => []);
  /** Free runs of pages side by side, by the power of two that they are. */
  private readonly freeRuns: number[][] = Array.from({ length: REGION_SHIFT - PAGE_SHIFT + 1 }, () => []);
  private readonly freeRegions: number[] = [];
  /** The next page that nothing ever stood on, and one past the last of its region. */
  private nextPage = 0;
  private endPage = 0;
  bytes = 0;

  constructor(readonly unitWords: number) {}

  /** Units that a block asked for with `units` really has. */
  static capacity(units: number): number {
    return units > LARGEST ? units : (SIZES[CLASS_OF[units] as number] as number);
  }

  /**
   * A block of at least `units` units with whatever words it held before; `owner` can be asked back from any unit
   * inside, of a block of more than 512 units from its first.
   */
  allocate(units: number, owner = 0): number {
    if (units > LARGEST) {
      const page = units > REGION_UNITS ? this.regionFor(units) : this.takeRun(runOf(units));
      this.sizes[page] = units;
      this.owners[page] = Int32Array.of(owner);
      return page << PAGE_SHIFT;
    }
    const sizeClass = CLASS_OF[units] as number;
    const free = this.free[sizeClass] as number[];
    let block = free.pop();
    if (block === undefined) {
      const size = SIZES[sizeClass] as number;
      const count = Math.floor(PAGE_UNITS / size);
      const page = this.takeRun(0);
      this.sizes[page] = size;
      this.owners[page] = new Int32Array(count);
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
    if (size <= LARGEST) (this.free[CLASS_OF[size] as number] as number[]).push(block);
    else if (size <= REGION_UNITS) (this.freeRuns[runOf(size)] as number[]).push(page);
    else {
      this.setRegion(block >>> REGION_SHIFT, 0);
      this.freeRegions.push(block >>> REGION_SHIFT);
    }
  }

  /** The words around a reference; `offset` says where in them it stands. */
  words(reference: number): Int32Array {
    return this.regions[reference >>> REGION_SHIFT] as Int32Array;
  }

  numbers(reference: number): Float64Array {
    return this.doubles[reference >>> REGION_SHIFT] as Float64Array;
  }

  offset(reference: number): number {
    return (reference & REGION_MASK) * this.unitWords;
  }

  ownerOf(unit: number): number {
    const page = unit >>> PAGE_SHIFT;
    return (this.owners[page] as Int32Array)[((unit & PAGE_MASK) / (this.sizes[page] as number)) | 0] as number;
  }

  /** The first of 2^power pages side by side. */
  private takeRun(power: number): number {
    const free = (this.freeRuns[power] as number[]).pop();
    if (free !== undefined) return free;
    if (this.nextPage + (1 << power) > this.endPage) this.openRegion();
    const page = this.nextPage;
    this.nextPage += 1 << power;
    if (page < PAGES_PER_REGION) this.growFirst(this.nextPage);
    return page;
  }

  /** Goes on in a new region; the pages left over in the last one serve blocks of one page. */
  private openRegion(): void {
    if (this.endPage === PAGES_PER_REGION) this.growFirst(this.endPage);
    while (this.nextPage < this.endPage) (this.freeRuns[0] as number[]).push(this.nextPage++);
    const region = this.newRegion();
    this.nextPage = region * PAGES_PER_REGION;
    this.endPage = this.nextPage + PAGES_PER_REGION;
    if (region > 0) this.setRegion(region, REGION_UNITS);
  }

  /** The first page of a region made for one block. */
  private regionFor(units: number): number {
    const region = this.freeRegions.pop() ?? this.newRegion();
    this.setRegion(region, units);
    return region * PAGES_PER_REGION;
  }

  private newRegion(): number {
    this.regions.push(new Int32Array(0));
    this.doubles.push(new Float64Array(0));
    return this.regions.length - 1;
  }

  /** Lets the first region hold so many pages. */
  private growFirst(pages: number): void {
    const old = this.regions[0] as Int32Array;
    if (pages * PAGE_UNITS * this.unitWords <= old.length) return;
    this.setRegion(0, 2 ** Math.ceil(Math.log2(pages)) * PAGE_UNITS);
    (this.regions[0] as Int32Array).set(old);
  }

  private setRegion(region: number, units: number): void {
    const words = new Int32Array(2 * Math.ceil((units * this.unitWords) / 2)); // whole doubles
    this.bytes += words.byteLength - (this.regions[region] as Int32Array).byteLength;
    this.regions[region] = words;
    this.doubles[region] = new Float64Array(words.buffer);
  }
}

/** The power of two of the pages that hold so many units. */
function runOf(units: number): number {
  return Math.ceil(Math.log2(Math.ceil(units / PAGE_UNITS)));
}
