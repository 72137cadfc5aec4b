import { generateWorkload } from '@gable/alert-index/testing';
import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import type { AlertIndex } from '@gable/alert-index';
import type { Listing } from '@gable/domain/listing';
import { compareAnswers } from './compare-answers.js';
import { loadIndex } from './load-index.js';
import type { BenchNotes } from './notes.js';
import { cpuMilliseconds, median, PASSES, rounded } from '../harness/times.js';

/** Of all alerts in one city: the share that a site of one capital would have. */
const CROWD = 0.44;
/** One hostile tree in a hundred alerts. */
const HOSTILE_EVERY = 100;
const COMPARED_LISTINGS = 3;

/** Does one city with nearly half of all alerts make each match dearer? Beside the ordinary alerts, in turns. */
export function measureCrowd(size: number, listingCount: number, seed: number, notes: BenchNotes): void {
  notes.say(`\n${size.toLocaleString('en')} alerts, ${CROWD * 100} % of them in one city, beside the ordinary ones`);
  const ordinary = generateWorkload(seed);
  const crowded = generateWorkload(seed, { crowd: { cityShare: CROWD } });
  const [usual, crowd] = besideEachOther(size, listingCount, ordinary.listing, ordinary.alert, crowded.alert);
  const perMatch = { usual: usual.microseconds / usual.matches, crowd: crowd.microseconds / crowd.matches };
  notes.add({
    bench: 'matching',
    case: 'crowd',
    alerts: size,
    ordinaryMicroseconds: rounded(usual.microseconds),
    crowdMicroseconds: rounded(crowd.microseconds),
    ordinaryMatches: rounded(usual.matches),
    crowdMatches: rounded(crowd.matches),
    timePerMatchRatio: rounded(perMatch.crowd / perMatch.usual),
  });
}

/** What do trees cost that were made to hurt? Beside the ordinary alerts, in turns. */
export function measureHostile(size: number, listingCount: number, seed: number, notes: BenchNotes): void {
  notes.say(`\n${size.toLocaleString('en')} alerts, one in ${HOSTILE_EVERY} hostile, beside the ordinary ones`);
  const workload = generateWorkload(seed);
  const mixed = (id: number): Criteria =>
    id % HOSTILE_EVERY === 0 ? workload.hostileAlert(id / HOSTILE_EVERY) : workload.alert(id);
  const [usual, hostile] = besideEachOther(size, listingCount, workload.listing, workload.alert, mixed);
  notes.add({
    bench: 'matching',
    case: 'hostile',
    alerts: size,
    ordinaryMicroseconds: rounded(usual.microseconds),
    hostileMicroseconds: rounded(hostile.microseconds),
    hostileMatches: rounded(hostile.matches),
    timeRatio: rounded(hostile.microseconds / usual.microseconds),
    loadSeconds: hostile.loadSeconds,
    bytesPerAlert: hostile.bytesPerAlert,
  });
}

type Alerts = (id: number) => Criteria;

interface Side {
  readonly index: AlertIndex;
  /** Per listing. */
  readonly microseconds: number;
  readonly matches: number;
  readonly loadSeconds: number;
  readonly bytesPerAlert: number;
}

/** Two sets of alerts on the same listings, in turns. A few answers are compared with the matcher. */
export function besideEachOther(
  size: number,
  listingCount: number,
  listing: (number: number) => Listing,
  ...alerts: readonly [Alerts, Alerts]
): [Side, Side] {
  const listings = Array.from({ length: listingCount }, (_, number) => listing(number));
  const into = new Int32Array(size);
  const sideOf = (alert: Alerts) => ({ alert, ...loadIndex(size, alert), times: [] as number[], matches: 0 });
  const sides = [sideOf(alerts[0]), sideOf(alerts[1])] as const;
  for (let pass = -1; pass < PASSES; pass++) {
    for (const side of sides) {
      side.matches = 0;
      const took = cpuMilliseconds(() => listings.forEach((each) => (side.matches += side.index.match(each, into))));
      if (pass >= 0) side.times.push(took);
    }
  }
  for (const { alert, index } of sides)
    compareWithMatcher(index, size, alert, listings.slice(0, COMPARED_LISTINGS), into);
  const measured = ({ index, times, matches, figures }: (typeof sides)[number]): Side => ({
    index,
    microseconds: (median(times) * 1_000) / listings.length,
    matches: matches / listings.length,
    loadSeconds: figures['loadSeconds']!,
    bytesPerAlert: figures['bytesPerAlert']!,
  });
  return [measured(sides[0]), measured(sides[1])];
}

/** One alert at a time: hostile trees would fill the memory beside the index. */
function compareWithMatcher(
  index: AlertIndex,
  size: number,
  alert: Alerts,
  listings: readonly Listing[],
  into: Int32Array,
): void {
  const expected = listings.map((): number[] => []);
  for (let id = 0; id < size; id++) {
    const criteria = alert(id);
    listings.forEach((listing, which) => matchCriteria(criteria, listing) && expected[which]!.push(id));
  }
  listings.forEach((listing, which) =>
    compareAnswers('the index', into.slice(0, index.match(listing, into)).sort(), expected[which]!),
  );
}
