import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import type { AlertMatcher } from '../matching/alert-matcher.js';

/** Asks every alert, as the definition says: what the index has to answer, only slower. */
export class PlainMatcher implements AlertMatcher {
  private readonly alerts = new Map<number, Criteria>();

  add(ref: number, criteria: Criteria): void {
    matchCriteria(criteria, {}); // criteria that cannot be read throw here
    this.alerts.set(ref, criteria);
  }

  addCompiled(): boolean {
    return false;
  }

  remove(ref: number): boolean {
    return this.alerts.delete(ref);
  }

  has(ref: number): boolean {
    return this.alerts.has(ref);
  }

  match(listing: Listing, into: Int32Array): number {
    return write(into, this.meeting(listing));
  }

  matchChange(
    before: Listing | null,
    after: Listing | null,
    into: Int32Array,
  ): { both: number; onlyAfter: number; onlyBefore: number } {
    const [was, is] = [new Set(before && this.meeting(before)), new Set(after && this.meeting(after))];
    const parts = {
      both: [...is].filter((ref) => was.has(ref)),
      onlyAfter: [...is].filter((ref) => !was.has(ref)),
      onlyBefore: [...was].filter((ref) => !is.has(ref)),
    };
    write(into, [...parts.both, ...parts.onlyAfter, ...parts.onlyBefore]);
    return { both: parts.both.length, onlyAfter: parts.onlyAfter.length, onlyBefore: parts.onlyBefore.length };
  }

  stats() {
    return { bytes: 0 };
  }

  compact(): boolean {
    return false;
  }

  private meeting(listing: Listing): number[] {
    return [...this.alerts].filter(([, criteria]) => matchCriteria(criteria, listing)).map(([ref]) => ref);
  }
}

function write(into: Int32Array, refs: readonly number[]): number {
  refs.slice(0, into.length).forEach((ref, i) => {
    into[i] = ref;
  });
  return refs.length;
}
