import { generateCases, SeededRandom } from '@gable/domain/testing';
import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { AlertIndex, type AlertIndexOptions } from '../alert-index.js';
import { compileAlerts } from '../compile/compiled-alerts.js';
import { crowdedAlert, crowdedListing } from './crowded-cases.js';

export interface FuzzOptions {
  readonly seed: number;
  /**
   * Each round adds, replaces and removes a few alerts, compacts now and then, and asks about four listings and
   * changes.
   */
  readonly rounds: number;
  /** Alerts kept at most. */
  readonly alerts?: number;
  readonly index?: AlertIndexOptions;
}

/**
 * What the index said and what the plain matcher says, with everything needed to see it again: the same options lead
 * to the same round.
 */
export interface FuzzDifference {
  readonly seed: number;
  readonly round: number;
  readonly asked: 'match' | 'matchChange' | 'remove' | 'stats';
  readonly before: Listing | null;
  readonly after: Listing | null;
  readonly expected: readonly number[];
  readonly got: readonly number[];
  /** Criteria of the alerts on which the two differ. */
  readonly criteria: ReadonlyMap<number, Criteria>;
}

export interface FuzzResult {
  readonly difference: FuzzDifference | null;
  /** Pairs of an alert and a listing that were compared, and how many of them match. */
  readonly pairs: number;
  readonly matches: number;
}

/**
 * Lets the index and `matchCriteria` answer the same questions while alerts come and go; stops at the first
 * difference. Pure: equal options give equal results.
 */
export function fuzzAlertIndex({ seed, rounds, alerts: most = 600, index: options }: FuzzOptions): FuzzResult {
  const run = new FuzzRun(new SeededRandom(seed), new AlertIndex(options), most, generateCases(seed, 400));
  for (let round = 0; round < rounds; round += 1) {
    const difference = run.round();
    if (difference !== null)
      return { difference: { ...difference, seed, round }, pairs: run.pairs, matches: run.matches };
  }
  return { difference: null, pairs: run.pairs, matches: run.matches };
}

type Found = Omit<FuzzDifference, 'seed' | 'round'>;

class FuzzRun {
  pairs = 0;
  matches = 0;
  private readonly alerts = new Map<number, Criteria>();
  private readonly ids: readonly number[];
  /** Small, so that answers that do not fit are common. */
  private readonly small = new Int32Array(7);
  private readonly large: Int32Array;

  constructor(
    private readonly random: SeededRandom,
    private readonly index: AlertIndex,
    private readonly most: number,
    private readonly cases: ReturnType<typeof generateCases>,
  ) {
    this.large = new Int32Array(most + 1);
    // Mostly close together, a few anywhere in the range.
    this.ids = Array.from({ length: 2 * most }, (_, place) =>
      place % 50 === 0 ? random.whole(0, 2 ** 30 - 1) : place,
    );
  }

  round(): Found | null {
    const { random, index } = this;
    // The first round fills the index, a few later ones turn much of it over.
    const changes =
      this.pairs === 0 ? this.most : random.chance(0.03) ? random.whole(20, this.most >> 1) : random.whole(0, 6);
    for (let change = 0; change < changes; change += 1) {
      const wrong = this.changeOneAlert();
      if (wrong !== null) return wrong;
    }
    if (random.chance(0.3)) index.compact(random.whole(1, 600));
    for (let question = 0; question < 4; question += 1) {
      const wrong = random.chance(0.5) ? this.askMatch(this.someListing()) : this.askChange();
      if (wrong !== null) return wrong;
    }
    if (index.stats().alerts !== this.alerts.size)
      return this.found('stats', null, null, [this.alerts.size], [index.stats().alerts]);
    return null;
  }

  private changeOneAlert(): Found | null {
    const { random, index, alerts } = this;
    const id = random.pick(this.ids);
    const wasThere = alerts.has(id);
    if (random.chance(this.pairs === 0 ? 0.05 : alerts.size >= this.most ? 0.9 : 0.4)) {
      const victim =
        random.chance(0.8) && alerts.size > 0 ? ([...alerts.keys()][random.whole(0, alerts.size - 1)] as number) : id;
      const expected = alerts.delete(victim);
      const got = index.remove(victim);
      return got === expected && !index.has(victim)
        ? null
        : this.found('remove', null, null, [Number(expected)], [Number(got)]);
    }
    const criteria = random.chance(0.3) ? random.pick(this.cases).criteria : crowdedAlert(random);
    alerts.set(id, criteria);
    if (random.chance(0.5) || !index.addCompiled(id, compileAlerts([criteria]), 0)) index.add(id, criteria);
    return index.has(id) ? null : this.found('remove', null, null, [Number(wasThere)], [0]);
  }

  private askMatch(listing: Listing): Found | null {
    const expected = this.plain(listing);
    const into = this.random.chance(0.2) ? this.small : this.large;
    const count = this.index.match(listing, into);
    const got = Array.from(into.subarray(0, Math.min(count, into.length)));
    if (count === expected.length && fits(got, into, expected)) return null;
    return this.found('match', null, listing, expected, got);
  }

  private askChange(): Found | null {
    const { random } = this;
    const before = random.chance(0.1) ? null : this.someListing();
    const after = random.chance(0.1)
      ? null
      : before !== null && random.chance(0.6)
        ? this.changed(before)
        : this.someListing();
    const into = random.chance(0.2) ? this.small : this.large;
    const counts = this.index.matchChange(before, after, into);
    const [was, is] = [before, after].map((listing) => (listing === null ? [] : this.plain(listing)));
    const [wasSet, isSet] = [new Set(was), new Set(is)];
    const groups = [
      (is as number[]).filter((id) => wasSet.has(id)),
      (is as number[]).filter((id) => !wasSet.has(id)),
      (was as number[]).filter((id) => !isSet.has(id)),
    ];
    let start = 0;
    for (const [group, count] of [counts.both, counts.onlyAfter, counts.onlyBefore].entries()) {
      const expected = groups[group] as number[];
      const got = Array.from(into.subarray(start, Math.min(start + count, into.length)));
      if (count !== expected.length || !fits(got, into, expected, start))
        return this.found('matchChange', before, after, expected, got);
      start += count;
    }
    return null;
  }

  /** The same property a moment later: some of what it states is another listing's. */
  private changed(listing: Listing): Listing {
    const other = this.someListing();
    const keys = Object.keys(other) as (keyof Listing)[];
    const chosen = keys.filter(() => this.random.chance(0.2));
    return { ...listing, ...Object.fromEntries(chosen.map((key) => [key, other[key]])) };
  }

  private someListing(): Listing {
    return this.random.chance(0.4) ? this.random.pick(this.cases).listing : crowdedListing(this.random);
  }

  private plain(listing: Listing): number[] {
    const met: number[] = [];
    for (const [id, criteria] of this.alerts) if (matchCriteria(criteria, listing)) met.push(id);
    this.pairs += this.alerts.size;
    this.matches += met.length;
    return met;
  }

  private found(
    asked: Found['asked'],
    before: Listing | null,
    after: Listing | null,
    expected: readonly number[],
    got: readonly number[],
  ): Found {
    const differing = [...expected.filter((id) => !got.includes(id)), ...got.filter((id) => !expected.includes(id))];
    return {
      asked,
      before,
      after,
      expected,
      got,
      criteria: new Map(
        differing.flatMap((id) => (this.alerts.has(id) ? [[id, this.alerts.get(id) as Criteria]] : [])),
      ),
    };
  }
}

/** Whether `got` is all of `expected`, each once; where `into` ends before the answer does, as much of it as fits. */
function fits(got: readonly number[], into: Int32Array, expected: readonly number[], start = 0): boolean {
  const wanted = new Set(expected);
  return (
    got.length === Math.min(expected.length, Math.max(0, into.length - start)) &&
    new Set(got).size === got.length &&
    got.every((id) => wanted.has(id))
  );
}
