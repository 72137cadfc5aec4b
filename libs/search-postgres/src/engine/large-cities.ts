import { cityPartWord, PARTS } from '@gable/persistence/listings';

/** Listings from which on the index of words takes so long to go through a city that a part of it is asked first. */
const LARGE = 8_000;
/** Cities do not become large within minutes. */
const KEPT_MS = 600_000;
/** Cities that are remembered. */
const MOST = 10_000;

const COUNT_IN_PART = `
  select count(*)::integer as listings
  from (select from listing l where l.online and l.words @@ $1::tsquery limit ${LARGE / PARTS}) found`;

/** Which cities are large; what a part of each holds is counted once in ten minutes. */
export class LargeCities {
  private readonly known = new Map<number, { readonly isLarge: boolean; readonly until: number }>();

  constructor(
    private readonly query: (text: string, parameters: readonly unknown[]) => Promise<{ listings: number }[]>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async has(cityId: number): Promise<boolean> {
    const known = this.known.get(cityId);
    if (known !== undefined && known.until > this.now()) return known.isLarge;
    const [row] = await this.query(COUNT_IN_PART, [`'${cityPartWord(cityId, 0)}'`]);
    const isLarge = row!.listings >= LARGE / PARTS;
    this.known.delete(cityId);
    this.known.set(cityId, { isLarge, until: this.now() + KEPT_MS });
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value!);
    return isLarge;
  }
}
