import { Worker } from 'node:worker_threads';

const BEAT_MS = 1_000;

/** How often the main thread may be found silent, a look a second, before the process is killed: far more than its longest piece of work. */
const SILENT_LOOKS = 30;

/**
 * Kills this process when its main thread hangs, so that the supervisor starts it again and others take its shards: a loop that never ends would hold them for ever,
 * since the connection and thus the sign of life stay. Counts its own looks, so that a process that was stopped as a whole (SIGSTOP) is not taken for a hung one.
 * @returns a function that ends the watch.
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

// As text: a thread needs a file of its own otherwise, which differs between sources and build. The log line goes to the descriptor, since streams of a thread need the hung main thread.
const WATCH = `
  const { workerData: { beats, silentLooks, lookMs } } = require('node:worker_threads');
  let [last, silent] = [-1, 0];
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    silent = now === last ? silent + 1 : 0;
    last = now;
    if (silent < silentLooks) return;
    require('node:fs').writeSync(2, JSON.stringify({ level: 'fatal', time: new Date().toISOString(), name: 'worker', silentLooks, msg: 'the main thread hangs; the process is killed' }) + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }, lookMs);
`;
