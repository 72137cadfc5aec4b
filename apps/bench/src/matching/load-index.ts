import { AlertIndex } from '@gable/alert-index';
import type { Criteria } from '@gable/domain/criteria';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { milliseconds, rounded } from '../harness/times.js';

/** Alerts made at once: what is made must neither be timed nor be in memory beside the index. */
const CHUNK = 5_000;

/**
 * An index over alerts 0 to `size`, and what loading it took: seconds, and bytes per alert as the heap and the index
 * itself tell.
 */
export function loadIndex(
  size: number,
  alert: (id: number) => Criteria,
): { index: AlertIndex; figures: Record<string, number> } {
  const before = bytesInUse();
  const index = new AlertIndex();
  let loadMs = 0;
  for (let from = 0; from < size; from += CHUNK) {
    const chunk = Array.from({ length: Math.min(CHUNK, size - from) }, (_, place) => alert(from + place));
    loadMs += milliseconds(() => chunk.forEach((criteria, place) => index.add(from + place, criteria)));
  }
  const settleMs = milliseconds(() => {
    while (index.compact());
  });
  const bytes = bytesInUse() - before;
  const perAlert = {
    bytesPerAlert: Math.round(bytes / size),
    ownBytesPerAlert: Math.round(index.stats().bytes / size),
  };
  return {
    index,
    figures: { loadSeconds: rounded(loadMs / 1_000), compactSeconds: rounded(settleMs / 1_000), ...perAlert },
  };
}

/** Heap and array buffers after a full collection. */
function bytesInUse(): number {
  collectGarbage();
  collectGarbage(); // the first may leave what had finalisers
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

let collect: (() => void) | undefined;

function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
