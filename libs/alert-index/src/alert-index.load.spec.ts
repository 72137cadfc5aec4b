import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import { SeededRandom } from '@gable/domain/testing';
import { AlertIndex } from './alert-index.js';
import { compileAlerts } from './compile/compiled-alerts.js';
import { found } from './testing/alert-builders.js';
import { crowdedAlert, crowdedListing } from './testing/crowded-cases.js';

/** An index and what it should say, while random things are done to it. */
class LoadedIndex {
  readonly index = new AlertIndex();
  private readonly alerts = new Map<number, Criteria>();
  private next = 0;

  constructor(private readonly random: SeededRandom) {}

  load(count: number): void {
    const criteria = Array.from({ length: count }, () => crowdedAlert(this.random));
    const compiled = compileAlerts(criteria);
    for (const [place, each] of criteria.entries()) {
      const id = this.next++;
      if (!this.index.addCompiled(id, compiled, place)) this.index.add(id, each);
      this.alerts.set(id, each);
    }
  }

  /** One alert goes, is written anew in its place, or comes. */
  change(): void {
    const { random } = this;
    const id = random.pick([...this.alerts.keys(), this.next]);
    if (random.chance(0.4)) {
      expect(this.index.remove(id)).toBe(this.alerts.delete(id));
      return;
    }
    const criteria = crowdedAlert(random);
    this.index.add(id, criteria);
    this.alerts.set(id, criteria);
    this.next = Math.max(this.next, id + 1);
  }

  check(): void {
    const listing = crowdedListing(this.random);
    const expected = [...this.alerts].filter(([, criteria]) => matchCriteria(criteria, listing)).map(([id]) => id);
    expect(found(this.index, listing)).toEqual(expected.toSorted((a, b) => a - b));
  }

  empty(): void {
    for (const id of this.alerts.keys()) expect(this.index.remove(id)).toBe(true);
    expect(this.index.stats()).toMatchObject({ alerts: 0, slots: 0, cells: 0, matrices: 0, checks: 0 });
  }
}

describe('AlertIndex while alerts are loaded', () => {
  it.each([1, 2, 5, 6])('says the same whatever goes and comes meanwhile (seed %i)', (seed) => {
    const random = new SeededRandom(seed);
    const loaded = new LoadedIndex(random);
    for (let portion = 0; portion < 8; portion += 1) {
      loaded.load(200);
      loaded.check();
      if (random.chance(0.3)) loaded.index.compact(random.whole(1, 400));
      if (random.chance(0.3)) loaded.change();
    }
    // Their chains are made bit by bit, while slots of both sorts move.
    for (let steps = 0; loaded.index.compact(random.whole(1, 60)) && steps < 60; steps += 1) {
      loaded.load(5);
      if (steps % 20 === 19) loaded.change();
      if (steps % 10 === 0) loaded.check();
    }
    loaded.check();
    while (loaded.index.compact());
    loaded.check();
    loaded.empty();
  });

  it('lets go of alerts that were loaded before anything else was done', () => {
    const loaded = new LoadedIndex(new SeededRandom(7));
    loaded.load(1_000);
    loaded.empty();
  });
});
