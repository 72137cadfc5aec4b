import { RANGE_FIELDS, type ListCondition, type RangeField } from '@gable/domain/criteria';
import type { BoxCells, CellKey } from './access-key.js';
import { OPEN_BOX, type Box, type Outline, type Place, type RareRange } from './box.js';
import {
  ASKS_FOR_LAST_CHANGE,
  CIRCLE,
  HIGHS_SHIFT,
  REPEATS,
  SAME_CELLS,
  type CompiledAlerts,
} from './compiled-alerts.js';

/** A box and its cells. */
interface StandingBox {
  readonly box: Box;
  readonly key: BoxCells;
}

/** What an index has to know of an alert. */
export interface CompiledAlert {
  readonly placed: readonly StandingBox[];
  /** How many slots the boxes take. */
  readonly slots: number;
  /** Whether one listing can reach the alert through two slots. */
  readonly repeats: boolean;
  readonly asksForLastChange: boolean;
}

/** One of the alerts, by its place among them; null where it has to be added from its criteria. */
export function readCompiled(alerts: CompiledAlerts, place: number): CompiledAlert | null {
  const start = alerts.starts[place] ?? -1;
  return start < 0 ? null : new Reading(alerts, start).alert();
}

/**
 * Reads words and doubles in the order in which `compileAlerts` wrote them: where an alert's doubles and lists begin,
 * its flags, its slots, its boxes. Lists of anything begin with how many there are.
 */
class Reading {
  private number: number;
  private list: number;

  constructor(
    private readonly alerts: CompiledAlerts,
    private at: number,
  ) {
    this.number = this.word();
    this.list = this.word();
  }

  alert(): CompiledAlert {
    const flags = this.word();
    const slots = this.word();
    const placed: StandingBox[] = [];
    for (let boxes = this.word(); boxes > 0; boxes -= 1) placed.push(this.placed(placed.at(-1)?.key));
    return {
      placed,
      slots,
      repeats: (flags & REPEATS) !== 0,
      asksForLastChange: (flags & ASKS_FOR_LAST_CHANGE) !== 0,
    };
  }

  private placed(before: BoxCells | undefined): StandingBox {
    const [transactions, forbidC, forbidD, set] = [this.word(), this.word(), this.word(), this.word()];
    const box: Box = {
      transactions,
      forbidC,
      forbidD,
      low: this.bounds(set, OPEN_BOX.low),
      high: this.bounds(set >>> HIGHS_SHIFT, OPEN_BOX.high),
      ranges: this.many(() => this.range()),
      places: this.many(() => this.place()),
      notDivisions: this.many(() => this.divisions()),
      notOutlines: this.many(() => this.outlines()),
      lists: this.many(() => this.listCondition()),
      words: OPEN_BOX.words,
      trees: OPEN_BOX.trees,
      isOutline: false,
    };
    const place = box.places[this.word()];
    const count = this.word();
    if (count === SAME_CELLS) return { box, key: { cells: (before as BoxCells).cells, place } };
    const cells: CellKey[] = [];
    for (let left = count; left > 0; left -= 1) cells.push({ high: this.word(), low: this.word(), parts: this.word() });
    return { box, key: { cells, place } };
  }

  private bounds(set: number, open: readonly number[]): readonly number[] {
    return (set & ((1 << HIGHS_SHIFT) - 1)) === 0
      ? open
      : open.map((none, field) => ((set & (1 << field)) === 0 ? none : this.next()));
  }

  private range(): RareRange {
    const word = this.word();
    return {
      field: RANGE_FIELDS[word >>> 1] as RangeField,
      low: this.next(),
      high: this.next(),
      nullAllowed: (word & 1) !== 0,
    };
  }

  private place(): Place {
    return { divisions: this.divisions(), outlines: this.outlines() };
  }

  private divisions(): readonly number[] {
    return this.many(() => this.next());
  }

  private outlines(): readonly Outline[] {
    return this.many(() => this.outline());
  }

  private outline(): Outline {
    if (this.word() === CIRCLE)
      return { kind: 'circle', center: { lat: this.next(), lng: this.next() }, radiusMeters: this.next() };
    return {
      kind: 'box',
      box: { minLng: this.next(), maxLng: this.next(), minLat: this.next(), maxLat: this.next() },
    };
  }

  private listCondition(): ListCondition {
    return this.alerts.lists[this.list++] as ListCondition;
  }

  private many<T>(read: () => T): readonly T[] {
    const items: T[] = [];
    for (let left = this.word(); left > 0; left -= 1) items.push(read());
    return items;
  }

  private word(): number {
    return this.alerts.words[this.at++] as number;
  }

  private next(): number {
    return this.alerts.numbers[this.number++] as number;
  }
}
