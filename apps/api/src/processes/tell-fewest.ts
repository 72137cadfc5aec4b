import type { ApiProcess } from './api-process.js';

/** What each process was told last. */
const told = new WeakMap<ApiProcess, number>();

/** Tells each process that listens how many connections the one of the others has that has the fewest. */
export function tellFewest(running: Iterable<ApiProcess>): void {
  const listening = [...running].filter(({ isListening }) => isListening);
  for (const process of listening) {
    const open = Math.min(...listening.filter((other) => other !== process).map(({ connections }) => connections));
    // Alone for now, it has nobody to leave connections to: never more than the fewest.
    const fewest = Number.isFinite(open) ? open : Number.MAX_SAFE_INTEGER;
    if (told.get(process) === fewest) continue;
    told.set(process, fewest);
    process.send({ type: 'fewest-connections', open: fewest });
  }
}
