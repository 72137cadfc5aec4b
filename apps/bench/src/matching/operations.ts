import { matchCriteria } from '@gable/domain/criteria';
import type { AlertIndex } from '@gable/alert-index';
import type { Listing } from '@gable/domain/listing';
import type { Workload } from '@gable/alert-index/testing';
import { compareAnswers } from './compare-answers.js';
import { cpuMilliseconds, median, milliseconds, PASSES, rounded } from '../harness/times.js';
import { quantile } from '../harness/times.js';

const CHANGES = 2_000;
const REPLACEMENTS = 10_000;
const CHECKED_LISTINGS = 5;

type Figures = { readonly case: string; readonly [figure: string]: string | number };

/**
 * What a worker does beside matching: a change with its two sides, one alert edited, the pause in which the index
 * tidies up.
 */
export function measureOperations(
  index: AlertIndex,
  size: number,
  workload: Workload,
  listings: readonly Listing[],
): readonly Figures[] {
  return [measureChanges(index, size, workload), ...measureChurn(index, size, workload, listings)];
}

function measureChanges(index: AlertIndex, size: number, workload: Workload): Figures {
  const into = new Int32Array(2 * size);
  const changes = Array.from({ length: CHANGES }, (_, number) => workload.change(number));
  const times: number[] = [];
  for (let pass = -1; pass < PASSES; pass++) {
    const took = cpuMilliseconds(() =>
      changes.forEach(({ before, after }) => void index.matchChange(before, after, into)),
    );
    if (pass >= 0) times.push(took);
  }
  return { case: 'matchChange', microseconds: rounded((median(times) * 1_000) / CHANGES) };
}

/** Replaces alerts by others, one by one, then tidies up; afterwards every replaced alert must answer for itself. */
function measureChurn(
  index: AlertIndex,
  size: number,
  workload: Workload,
  listings: readonly Listing[],
): readonly Figures[] {
  const replacements = Array.from({ length: Math.min(REPLACEMENTS, size / 2) }, (_, place) => ({
    id: (place * 7_919) % size,
    criteria: workload.alert(size + place),
  }));
  const times = replacements.map(({ id, criteria }) => milliseconds(() => index.add(id, criteria)) * 1_000);
  const steps: number[] = [];
  for (let more = true; more;) steps.push(milliseconds(() => void (more = index.compact())));
  const into = new Int32Array(size);
  for (const listing of listings.slice(0, CHECKED_LISTINGS)) {
    const answered = new Set(into.subarray(0, index.match(listing, into)));
    const last = new Map(replacements.map(({ id, criteria }) => [id, criteria]));
    const ids = [...last.keys()].sort((a, b) => a - b);
    compareAnswers(
      'the index after replacing',
      ids.filter((id) => answered.has(id)),
      ids.filter((id) => matchCriteria(last.get(id)!, listing)),
    );
  }
  return [
    {
      case: 'replace',
      p50: rounded(quantile(times, 0.5)),
      p99: rounded(quantile(times, 0.99)),
      worst: rounded(Math.max(...times)),
    },
    { case: 'compact', steps: steps.length, worstMilliseconds: rounded(Math.max(...steps)) },
  ];
}
