import type { Queryable } from '@gable/persistence';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { namesOf } from '../columns/property-ids.js';
import { SELECT_POSITION, type Position, type Written } from '../columns/write-log.js';
import { CityBlocks } from './city-blocks.js';
import { SELECT_CITIES, SELECT_PROPERTIES, SELECT_WHETHER_WRITTEN, SELECT_WRITTEN } from './city-statements.js';

/** Written properties that are read again while a question waits: beside a full ingest, those of a second. */
const AT_ONCE = 5_000;
const EMPTY = Buffer.alloc(0);

/** The answer of `SELECT_WHETHER_WRITTEN`. */
interface State extends Pick<Written, keyof Position | 'isWhole'> {
  readonly isWritten: boolean;
}

/** A city that is to be read, if it has fewer properties than that. */
export interface Wanted {
  readonly city: number;
  readonly most: number;
}

/** By city: its properties, null where they were not counted. */
type TooLarge = Map<number, number | null>;

/** Cities that are read, and what was written from when that began until they are shown. */
interface Loading {
  readonly written: Buffer[];
  /** Packed properties of each; null as long as they are not there. */
  cities: ReadonlyMap<number, readonly Buffer[]> | null;
}

/**
 * Keeps cities what the store is. A city is read in one statement. From then on each `catchUp` reads what was written
 * since the last one, by the log of writes (decision 0053): what is committed late is never passed over.
 *
 * While a city is read, others are caught up with. What they read is read once more for the new city, in the statement
 * that makes all of them one moment again.
 */
export class CityReader {
  readonly blocks = new CityBlocks();
  private position: Position | null = null;
  private readonly loading = new Set<Loading>();

  /** Cities that take more than that are forgotten, those first that were asked least recently. */
  constructor(
    private readonly database: Queryable,
    private readonly mostBytes: number,
  ) {}

  /**
   * Reads cities, and answers those that are none and those that have too many properties, with how many they have
   * where that was counted. The others are shown after the next `catchUp`.
   */
  async load(wanted: readonly Wanted[]): Promise<{ readonly noCities: number[]; readonly tooLarge: TooLarge }> {
    const ids = wanted.map(({ city }) => city);
    const cities = await this.database.query<{ id: number; properties: number | null }>(SELECT_CITIES, [ids]);
    if (this.position === null) {
      const [position] = await this.database.query<Position>(SELECT_POSITION);
      this.position ??= position!;
    }
    const counted = new Map(cities.map(({ id, properties }) => [id, properties]));
    const noCities: number[] = [];
    const small: Wanted[] = [];
    const tooLarge: TooLarge = new Map();
    for (const each of wanted) {
      const properties = counted.get(each.city);
      if (properties === undefined) noCities.push(each.city);
      else if (properties !== null && properties >= each.most) tooLarge.set(each.city, properties);
      else small.push(each);
    }
    const loading: Loading = { written: [], cities: null };
    this.loading.add(loading);
    try {
      loading.cities = await this.read(small, tooLarge);
      return { noCities, tooLarge };
    } finally {
      if (loading.cities === null) this.loading.delete(loading);
    }
  }

  /** Packed properties of each city; those that turn out too large are noted as that. */
  private async read(wanted: readonly Wanted[], tooLarge: TooLarge): Promise<Map<number, Buffer[]>> {
    const packed = new Map<number, Buffer[]>();
    if (wanted.length === 0) return packed;
    const parts = await this.database.query<{ city: number; rows: Buffer; count: number }>(SELECT_PROPERTIES, [
      wanted.map(({ city }) => city),
      wanted.map(({ most }) => most),
    ]);
    for (const { city, most } of wanted) {
      const own = parts.filter((part) => part.city === city);
      if (own.reduce((sum, { count }) => sum + count, 0) >= most) tooLarge.set(city, null);
      else
        packed.set(
          city,
          own.map(({ rows }) => rows),
        );
    }
    return packed;
  }

  /**
   * Reads what was written since. True: the cities are what the store was at one moment after this was called. False:
   * the log does not tell, or tells of too much, and all are forgotten. One call at a time.
   */
  async catchUp(): Promise<boolean> {
    if (this.position === null) return false;
    const taken = [...this.loading].filter(({ cities }) => cities !== null);
    const again = taken.flatMap(({ written }) => written.flatMap(namesOf));
    const { snapshot, server } = this.position;
    if (taken.length === 0) {
      const [state] = await this.database.query<State>(SELECT_WHETHER_WRITTEN, [snapshot, server]);
      if (state!.isWhole && !state!.isWritten) {
        this.position = state!;
        return true;
      }
    }
    const [now] = await this.database.query<Written>(SELECT_WRITTEN, [snapshot, server, AT_ONCE, again]);
    if (!now!.isWhole || !now!.isRead) {
      this.forgetAll();
      return false;
    }
    const { ids, rows } = now!;
    for (const loading of taken) {
      this.loading.delete(loading);
      await this.show(loading);
    }
    if (ids !== null) for (const { written } of this.loading) written.push(ids);
    const written = Buffer.concat([ids ?? EMPTY, ...taken.flatMap((each) => each.written)]);
    if (written.length > 0) this.blocks.replace(written, rows ?? EMPTY);
    for (const { cities } of taken) for (const city of cities!.keys()) this.blocks.complete(city);
    if (written.length > 0 || taken.length > 0) this.blocks.shrinkTo(this.mostBytes);
    this.position = now!;
    return true;
  }

  forgetAll(): void {
    this.blocks.clear();
    this.loading.clear();
    this.position = null;
  }

  private async show({ cities }: Loading): Promise<void> {
    for (const [city, parts] of cities!) {
      this.blocks.add(city);
      for (const [n, part] of parts.entries()) {
        if (n > 0) await nextTurn(); // requests come first
        this.blocks.put(part);
      }
    }
  }
}
