const IDS_PER_PAGE = 2_048;
const PAGE_SHIFT = 11;
const PAGE_MASK = IDS_PER_PAGE - 1;

/** The alert is there but nothing can meet it: it has no slots. */
export const NO_SLOTS = -1;
/** The alert is not there. */
export const ABSENT = 0;
/**
 * The alert has slots, but no chain leads to them yet. Below it stands a chain that is being made: UNCHAINED less its
 * first slot so far.
 */
export const UNCHAINED = -2;

/**
 * The first slot of each alert, by id. A page covers 2,048 ids, so ids that lie close together cost four bytes each;
 * far apart, up to a page each.
 */
export class AlertHeads {
  private readonly pages: (Int32Array | undefined)[] = [];
  count = 0;
  private filled = 0;

  get(id: number): number {
    return this.pages[id >>> PAGE_SHIFT]?.[id & PAGE_MASK] ?? ABSENT;
  }

  set(id: number, head: number): void {
    const place = id >>> PAGE_SHIFT;
    while (this.pages.length <= place) this.pages.push(undefined);
    let page = this.pages[place];
    if (page === undefined) {
      this.pages[place] = page = new Int32Array(IDS_PER_PAGE);
      this.filled += 1;
    }
    const before = page[id & PAGE_MASK] as number;
    page[id & PAGE_MASK] = head;
    this.count += Number(head !== ABSENT) - Number(before !== ABSENT);
  }

  /** Every chain that was being made is whole. */
  settle(): void {
    for (const page of this.pages) {
      if (page === undefined) continue;
      for (let place = 0; place < IDS_PER_PAGE; place += 1) {
        const head = page[place] as number;
        if (head < UNCHAINED) page[place] = UNCHAINED - head;
      }
    }
  }

  get bytes(): number {
    return this.filled * (IDS_PER_PAGE * 4 + 100) + this.pages.length * 8;
  }
}
