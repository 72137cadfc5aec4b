import { Worker } from 'node:worker_threads';

const BEAT_MS = 1_000;

/** Seconds for which the main thread may be silent: far more than its longest piece of work. */
const SILENT_LOOKS = 30;

/**
 * Kills this process when its main thread hangs: it would keep its shards for ever, since its connection stays. Counts
 * its own looks, so that a process that was stopped as a whole (SIGSTOP) does not count as hung.
 * @returns a function that ends the watch
 */
export function watchMainThread(silentLooks = SILENT_LOOKS): () => Promise<unknown> {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const beating = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  const watcher = new Worker(WATCH, { eval: true, workerData: { beats, silentLooks, lookMs: BEAT_MS } });
  watcher.unref();
  return () => {
    clearInterval(beating);
    return watcher.terminate();
  };
}

// As text, because a file differs between sources and build. The line goes to the descriptor, since streams of a thread
// need the main thread.
const WATCH = `
  const { workerData: { beats, silentLooks, lookMs } } = require('node:worker_threads');
  let [last, silent] = [-1, 0];
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    silent = now === last ? silent + 1 : 0;
    last = now;
    if (silent < silentLooks) return;
    const msg = 'the main thread hangs; the process is killed';
    const line = { level: 'fatal', time: new Date().toISOString(), name: 'worker', silentLooks, msg };
    require('node:fs').writeSync(2, JSON.stringify(line) + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }, lookMs);
`;
