import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { AlertIndex } from '../alert-index.js';
import { compileAlerts } from '../compile/compiled-alerts.js';
import { generateWorkload } from './workload/generate-workload.js';

const ALERTS = 100_000;

describe('the alert index at full scale', () => {
  it('gives whole answers equal to those of the plain matcher over 100,000 alerts, hostile ones among them', () => {
    const workload = generateWorkload(7);
    const index = new AlertIndex();
    const alerts = Array.from({ length: ALERTS }, (_, id): Criteria =>
      id % 2_000 === 0 ? workload.hostileAlert(id / 2_000) : workload.alert(id),
    );
    for (let from = 0; from < ALERTS; from += 500) {
      // Every other portion is compiled apart, as in another thread.
      const portion = alerts.slice(from, from + 500);
      const compiled = compileAlerts(from % 1_000 === 0 ? portion : []);
      for (const [place, criteria] of portion.entries())
        if (!index.addCompiled(from + place, compiled, place)) index.add(from + place, criteria);
    }
    const into = new Int32Array(ALERTS);
    const plain = (listing: Listing): number[] =>
      alerts.flatMap((criteria, id) => (matchCriteria(criteria, listing) ? [id] : []));
    let matches = 0;
    for (let number = 0; number < 30; number += 1) {
      const listing = workload.listing(number);
      const expected = plain(listing);
      expect(Array.from(into.subarray(0, index.match(listing, into))).sort((a, b) => a - b)).toEqual(expected);
      matches += expected.length;
      if (number < 20) index.compact();
    }
    expect(matches).toBeGreaterThan(1_000);
  });

  it('gives whole answers for changes', () => {
    const workload = generateWorkload(8);
    const index = new AlertIndex();
    const alerts = Array.from({ length: ALERTS / 4 }, (_, id) => workload.alert(id));
    for (const [id, criteria] of alerts.entries()) index.add(id, criteria);
    const into = new Int32Array(2 * ALERTS);
    for (let number = 0; number < 40; number += 1) {
      const { before, after } = workload.change(number);
      const was = new Set(
        alerts.flatMap((criteria, id) => (before !== null && matchCriteria(criteria, before) ? [id] : [])),
      );
      const is = new Set(
        alerts.flatMap((criteria, id) => (after !== null && matchCriteria(criteria, after) ? [id] : [])),
      );
      const expected = [
        [...is].filter((id) => was.has(id)),
        [...is].filter((id) => !was.has(id)),
        [...was].filter((id) => !is.has(id)),
      ];
      const { both, onlyAfter, onlyBefore } = index.matchChange(before, after, into);
      const got = [
        into.subarray(0, both),
        into.subarray(both, both + onlyAfter),
        into.subarray(both + onlyAfter, both + onlyAfter + onlyBefore),
      ];
      expect(got.map((ids) => Array.from(ids).sort((a, b) => a - b))).toEqual(expected);
    }
  });
});
