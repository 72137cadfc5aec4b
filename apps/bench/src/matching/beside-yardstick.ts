import { AlertIndex } from '@gable/alert-index';
import type { Workload } from '@gable/alert-index/testing';
import type { Listing } from '@gable/domain/listing';
import { cpuMilliseconds, median, PASSES, rounded } from '../harness/times.js';
import { compareAnswers } from './compare-answers.js';
import { Yardstick, yardstickListing } from './yardstick.js';

/** Listings matched in a pass: a few milliseconds at least, which the clock of the processor can tell. */
const MATCHES_PER_PASS = 20_000;

/**
 * The index and a yardstick on the same alerts and listings: all answers compared, then timed in turns. The yardstick
 * gets its listings as arrays of numbers, made beforehand; the index reads the listings as they are stored: an index
 * without alerts tells what that takes.
 */
export async function measureBesideYardstick(
  folder: string,
  index: AlertIndex,
  size: number,
  workload: Workload,
  listings: readonly Listing[],
): Promise<Record<string, number>> {
  const yardstick = await Yardstick.load(folder, size, workload.alert);
  const theirs = listings.map(yardstickListing);
  const into = new Int32Array(2 * size);
  listings.forEach((listing, which) => {
    const expected = into.slice(0, yardstick.match(theirs[which]!, into)).sort();
    compareAnswers('the index', into.slice(0, index.match(listing, into)).sort(), expected);
  });
  const rounds = Math.ceil(MATCHES_PER_PASS / listings.length);
  const empty = new AlertIndex();
  const times = { index: [] as number[], yardstick: [] as number[], reading: [] as number[] };
  for (let pass = -2; pass < 2 * PASSES; pass++) {
    const one = cpuMilliseconds(() => {
      for (let round = 0; round < rounds; round++) for (const listing of theirs) yardstick.match(listing, into);
    });
    const other = cpuMilliseconds(() => {
      for (let round = 0; round < rounds; round++) for (const listing of listings) index.match(listing, into);
    });
    const reading = cpuMilliseconds(() => {
      for (let round = 0; round < rounds; round++) for (const listing of listings) empty.match(listing, into);
    });
    if (pass < 0) continue;
    times.yardstick.push(one);
    times.index.push(other);
    times.reading.push(reading);
  }
  const perListing = (pass: number[]): number => (median(pass) * 1_000) / rounds / listings.length;
  return {
    indexMicroseconds: rounded(perListing(times.index)),
    readingMicroseconds: rounded(perListing(times.reading)),
    yardstickMicroseconds: rounded(perListing(times.yardstick)),
    indexOverYardstick: rounded(median(times.index.map((time, pass) => time / times.yardstick[pass]!))),
    comparedPairs: size * listings.length,
  };
}
