import { matchCriteria } from '@gable/domain/criteria';
import type { AlertIndex } from '@gable/alert-index';
import type { Listing } from '@gable/domain/listing';
import type { Workload } from '@gable/alert-index/testing';
import { compileClosure, factsOf } from './closures.js';
import { compareAnswers } from './compare-answers.js';
import { cpuMilliseconds, median, milliseconds, PASSES, rounded } from '../harness/times.js';
import { quantile } from '../harness/times.js';

/**
 * Criteria and closures in memory at once: with a million alerts they would not fit beside each other, and 75 MB are
 * far beyond every cache.
 */
const CHUNK = 50_000;
/** Pairs of alert and listing that the slow ones go through in a pass: a second or two. */
const SLOW_PAIRS = 1_500_000;

/**
 * All three on the same alerts and listings, in turns, so that whatever else the machine does hits all. The slow ones
 * take a sample of the listings: they look at every alert anyway, so that one listing costs them nearly what another
 * does.
 */
export function measureSideBySide(
  index: AlertIndex,
  size: number,
  workload: Workload,
  listings: readonly Listing[],
): Record<string, number> {
  const into = new Int32Array(size);
  const sampled = sampleOf(listings, Math.max(3, Math.min(60, Math.floor(SLOW_PAIRS / size))));
  const facts = sampled.map(factsOf);
  const indexTimes: number[] = [];
  const plainIds = sampled.map((): number[] => []);
  const closureIds = sampled.map((): number[] => []);
  let [plainMs, closureMs, matches] = [0, 0, 0];

  const passOfIndex = (): void => {
    matches = 0;
    for (const listing of listings) matches += index.match(listing, into);
  };
  for (let warmUp = 0; warmUp < 3; warmUp++) passOfIndex();
  for (let from = 0; from < size; from += CHUNK) {
    const alerts = Array.from({ length: Math.min(CHUNK, size - from) }, (_, place) => workload.alert(from + place));
    const closures = alerts.map(compileClosure);
    const plainPass = (ids?: number[][]): void =>
      sampled.forEach((listing, which) =>
        alerts.forEach((alert, place) => matchCriteria(alert, listing) && ids?.[which]!.push(from + place)),
      );
    const closurePass = (ids?: number[][]): void =>
      facts.forEach((fact, which) =>
        closures.forEach((closure, place) => closure(fact) && ids?.[which]!.push(from + place)),
      );
    plainPass(plainIds);
    closurePass(closureIds);
    const [plain, closure]: [number[], number[]] = [[], []];
    for (let pass = 0; pass < PASSES; pass++) {
      plain.push(cpuMilliseconds(() => plainPass()));
      closure.push(cpuMilliseconds(() => closurePass()));
      indexTimes.push(cpuMilliseconds(passOfIndex));
    }
    plainMs += median(plain);
    closureMs += median(closure);
  }
  sampled.forEach((listing, which) => {
    const answered = into.slice(0, index.match(listing, into)).sort();
    compareAnswers('the index', answered, plainIds[which]!);
    compareAnswers('the closures', closureIds[which]!, plainIds[which]!);
  });

  const each = timesOfEach(index, listings, into);
  const perListing = {
    index: (median(indexTimes) * 1_000) / listings.length,
    plain: (plainMs * 1_000) / sampled.length,
    closure: (closureMs * 1_000) / sampled.length,
  };
  return {
    indexMicroseconds: rounded(perListing.index),
    p50: rounded(quantile(each, 0.5)),
    p99: rounded(quantile(each, 0.99)),
    listingsPerSecond: Math.round(1e6 / perListing.index),
    matchesPerListing: rounded(matches / listings.length),
    plainMicroseconds: rounded(perListing.plain),
    closureMicroseconds: rounded(perListing.closure),
    plainOverIndex: Math.round(perListing.plain / perListing.index),
    closureOverIndex: Math.round(perListing.closure / perListing.index),
    comparedListings: sampled.length,
  };
}

/** Microseconds of every single listing, over the passes. */
function timesOfEach(index: AlertIndex, listings: readonly Listing[], into: Int32Array): number[] {
  return Array.from({ length: PASSES }, () =>
    listings.map((listing) => milliseconds(() => void index.match(listing, into)) * 1_000),
  ).flat();
}

/** Listings spread evenly over all. */
function sampleOf(listings: readonly Listing[], count: number): readonly Listing[] {
  return Array.from({ length: count }, (_, place) => listings[Math.floor((place * listings.length) / count)]!);
}
