import type { Criteria } from '@gable/domain/criteria';
import type { KnownListing } from '@gable/domain/listing';
import { Checks } from './checks/checks.js';
import type { BoxCells } from './compile/access-key.js';
import { ALWAYS, DEFAULT_BOUNDARIES, encodeBounds, type Boundaries, type Coder } from './compile/boundaries.js';
import type { Box } from './compile/box.js';
import { Facts } from './compile/facts.js';
import { asksForLastChange, type CompiledAlerts } from './compile/compiled-alerts.js';
import { placeAlert } from './compile/place-alert.js';
import { readCompiled, type CompiledAlert } from './compile/read-compiled.js';
import { BoundaryLearner } from './maintenance/learn-boundaries.js';
import { Upkeep } from './maintenance/upkeep.js';
import type { AlertIndexStats, ChangeMatches } from './figures.js';
import { Answer } from './scan/answer.js';
import { PendingChecks } from './scan/pending-checks.js';
import { Probe } from './scan/probe.js';
import { ChangeScanner } from './scan/scan-change.js';
import { Scanner } from './scan/scan.js';
import { ABSENT } from './storage/alert-heads.js';
import { PROBED, withTransaction } from './storage/cells.js';
import {
  CHECK,
  FILTER,
  FORBID_C,
  FORBID_D,
  HIGH,
  ID,
  LOW,
  MAX_ID,
  MAY_REPEAT,
  NEEDS_CHECK,
  NO_TRANSACTION,
  RANGES,
  SUB,
} from './storage/slot-layout.js';
import { SlotStore } from './storage/slot-store.js';

/** An epoch stands above four bits of verdicts in a memo's 31 bits. */
const STAMP_SHIFT = 4;
const LAST_EPOCH = 2 ** 27 - 2;

/** Settings of an index. */
export interface AlertIndexOptions {
  /** Boundaries to begin with, such as those another index learned; more are learned as alerts come. */
  readonly boundaries?: Boundaries;
}

/**
 * Stored alerts, and which of them a listing meets. It answers exactly as `matchCriteria` does, for every tree and
 * every listing, without testing most alerts. README.md shows how a listing travels through it.
 *
 * No method waits or reads a clock. Work that makes the index faster, not right, is done by `compact` in small pieces.
 */
export class AlertIndex {
  private readonly checks = new Checks();
  private readonly store = new SlotStore();
  private readonly answer = new Answer();
  private readonly facts = [new Facts(this.checks.lexicon), new Facts(this.checks.lexicon)] as const;
  private readonly pending = new PendingChecks(this.checks, this.answer);
  private readonly scanner = new Scanner(this.store, this.pending, this.answer);
  private readonly changeScanner = new ChangeScanner(this.store, this.checks, this.answer, ...this.facts);
  private readonly probes = [new Probe(), new Probe()] as const;
  private readonly upkeep: Upkeep;
  private epoch = 0;
  /** An alert that was ever added does. */
  private asksForLastChange = false;
  /** Whether a text may decide what an alert is met by: only then is a change of texts alone one that matters. */
  private asksForTexts = false;

  constructor({ boundaries = DEFAULT_BOUNDARIES }: AlertIndexOptions = {}) {
    this.upkeep = new Upkeep(this.store, this.checks, new BoundaryLearner(), boundaries);
  }

  /**
   * Adds an alert under a whole number from 0 to 2^30 - 1, or replaces the one of that number. Later matches see it.
   * Numbers close together take the least memory. Throws a RangeError for any other number.
   */
  add(id: number, criteria: Criteria): void {
    checkId(id);
    const alert = placeAlert(criteria, (word) => this.checks.lexicon.timesSeen(word));
    this.addAlert(id, { ...alert, asksForLastChange: this.asksForLastChange || asksForLastChange(criteria) }, false);
  }

  /**
   * The same for the alert at a place among those that `compileAlerts` compiled, perhaps in another thread. False where
   * it has to be added from its criteria: nothing has changed then.
   */
  addCompiled(id: number, alerts: CompiledAlerts, place: number): boolean {
    checkId(id);
    const alert = readCompiled(alerts, place);
    if (alert !== null) this.addAlert(id, alert, true);
    return alert !== null;
  }

  /** Removes an alert; false when there was none of that number. */
  remove(id: number): boolean {
    if (!this.has(id)) return false;
    this.store.removeChain(id, (check, ranges, filter) => {
      this.checks.release(check);
      this.checks.ranges.release(ranges);
      this.checks.filters.release(filter);
    });
    return true;
  }

  /** Whether there is an alert of that number. */
  has(id: number): boolean {
    return Number.isInteger(id) && id >= 0 && id <= MAX_ID && this.store.heads.get(id) !== ABSENT;
  }

  /**
   * Writes the ids of all alerts whose criteria the listing meets into `into`, each once, in no promised order.
   * Returns how many there are. Where that is more than `into` holds, only the first are written: call again with a
   * larger array.
   */
  match(listing: KnownListing, into: Int32Array): number {
    const facts = this.facts[0];
    this.begin();
    this.read(facts, listing);
    return this.answerOne(facts, into);
  }

  /**
   * The alerts of a change; a state is null where the listing was not online. Writes first those that both states
   * meet, then those that only `after` meets, then those that only `before` met. As with `match`, only what fits is
   * written; the counts are complete.
   */
  matchChange(before: KnownListing | null, after: KnownListing | null, into: Int32Array): ChangeMatches {
    if (before === null) return { both: 0, onlyAfter: after === null ? 0 : this.match(after, into), onlyBefore: 0 };
    if (after === null) return { both: 0, onlyAfter: 0, onlyBefore: this.match(before, into) };
    const [facts0, facts1] = this.facts;
    const [probe0, probe1] = this.probes;
    this.begin();
    this.read(facts0, before);
    this.read(facts1, after);
    const saysTheSame = facts1.shareTexts(facts0);
    if ((saysTheSame || !this.asksForTexts) && facts0.meansTheSame(facts1, this.asksForLastChange)) {
      facts1.forget();
      return { both: this.answerOne(facts0, into), onlyAfter: 0, onlyBefore: 0 };
    }
    probe0.collect(this.store.cells, facts0, 2 * this.epoch);
    probe1.collect(this.store.cells, facts1, 2 * this.epoch + 1);
    this.changeScanner.scan(probe0, probe1, this.epoch << STAMP_SHIFT);
    facts0.forget();
    facts1.forget();
    return this.answer.finishChange(into);
  }

  /**
   * Sorts and recodes about `budget` slots (4,096 take a few milliseconds); true while there is more to do.
   * Answers are the same before and after.
   */
  compact(budget = 4_096): boolean {
    return this.upkeep.work(budget);
  }

  /** The boundaries in use, which another index may begin with. */
  get boundaries(): Boundaries {
    return this.upkeep.boundaries;
  }

  /** Counts and memory, for metrics. */
  stats(): AlertIndexStats {
    const { store, checks } = this;
    return {
      alerts: store.heads.count,
      slots: store.count,
      cells: store.cells.count,
      matrices: store.chunks.count,
      checks: checks.interned.count + checks.filters.count,
      conditions: checks.atoms.interned.count + checks.ranges.size,
      checkRuns: checks.runs,
      bytes: store.bytes + checks.bytes + this.answer.bytes,
    };
  }

  /** `isLoaded`: many come, and their chains may wait until `compact`, or the removal of one of them, makes them. */
  private addAlert(
    id: number,
    { placed, slots, repeats, asksForLastChange: asks }: CompiledAlert,
    isLoaded: boolean,
  ): void {
    this.remove(id);
    this.asksForLastChange ||= asks;
    this.answer.reserveId(id);
    this.store.begin(id, slots, isLoaded);
    for (const { box, key } of placed) this.addBox(id, box, key, repeats);
    this.upkeep.afterAdd();
  }

  private answerOne(facts: Facts, into: Int32Array): number {
    const probe = this.probes[0];
    const stamp = this.epoch << STAMP_SHIFT;
    probe.collect(this.store.cells, facts, 2 * this.epoch);
    this.scanner.scan(probe, facts, stamp);
    this.pending.decide(facts, stamp);
    facts.forget();
    return this.answer.finish(into);
  }

  private addBox(id: number, box: Box, key: BoxCells, repeats: boolean): void {
    const { store, checks, upkeep } = this;
    const { slot } = store;
    const ranges = checks.ranges.intern(box.ranges);
    const atoms = checks.internAtoms(box, key.place);
    const asksForMore = checks.asksForMoreThanWords(atoms);
    const filter = checks.filters.filterOf(box.words);
    this.asksForTexts ||= box.words.length > 0 || box.trees.length > 0;
    upkeep.learner.note(box);
    for (let transaction = 0; transaction <= NO_TRANSACTION; transaction += 1) {
      if ((box.transactions & (1 << transaction)) === 0) continue;
      for (const { high, low, parts, word } of key.cells) {
        const keyLow = word === undefined ? low : this.keyOfWord(word);
        const cell = store.cells.findOrMake(withTransaction(high, transaction), keyLow);
        const coder = upkeep.coders[store.makeRoom(cell, upkeep.newest)] as Coder;
        const bounds = encodeBounds(coder, transaction, box.low, box.high);
        const check = checks.intern(bounds, atoms);
        slot[LOW] = bounds.low;
        slot[HIGH] = bounds.high;
        slot[FORBID_C] = box.forbidC;
        slot[FORBID_D] = box.forbidD;
        slot[SUB] = store.cells.isSquare(cell) ? parts : asksForMore ? ALWAYS : bounds.gaps;
        slot[CHECK] = check;
        slot[RANGES] = ranges;
        slot[FILTER] = filter;
        slot[ID] = id | (repeats ? MAY_REPEAT : 0) | (check === 0 && ranges === 0 ? 0 : NEEDS_CHECK);
        checks.ranges.retain(ranges);
        checks.filters.retain(filter);
        store.add(cell);
      }
    }
    checks.ranges.release(ranges);
    checks.filters.release(filter);
    checks.releaseAtoms(atoms);
  }

  /** The lower key of a word's cells. An entry of the box holds the word. */
  private keyOfWord(word: string): number {
    const number = this.checks.lexicon.find(word);
    this.checks.lexicon.makeKey(number);
    return number;
  }

  /** Starts a pass whose epoch no memo carries. */
  private begin(): void {
    this.epoch += 1;
    if (this.epoch > LAST_EPOCH) {
      this.checks.clearMemos();
      for (let cell = 0; cell < this.store.cells.end; cell += 1) this.store.cells.set(cell, PROBED, -1);
      this.epoch = 1;
    }
  }

  private read(facts: Facts, listing: KnownListing): void {
    facts.read(listing);
    const { coders } = this.upkeep;
    if (coders[0] !== null) facts.encode(0, coders[0]);
    if (coders[1] !== null) facts.encode(1, coders[1]);
  }
}

function checkId(id: number): void {
  if (!Number.isInteger(id) || id < 0 || id > MAX_ID)
    throw new RangeError(`An alert's id is a whole number from 0 to ${MAX_ID}, got ${shown(id)}`);
}

/** Text in quotes: "1" is none, and looks like one. */
function shown(id: unknown): string {
  return typeof id === 'string' ? JSON.stringify(id.slice(0, 40)) : String(id);
}
