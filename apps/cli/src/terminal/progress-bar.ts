import { SingleBar } from 'cli-progress';

/** A bar on the terminal; silent where standard error is none, so that logs stay clean. */
export interface ProgressBar {
  update(done: number, total?: number): void;
  stop(): void;
}

/** Shows how far long work is. A total of 0 means that it is unknown. */
export function startProgressBar(what: string, unit: string, total = 0): ProgressBar {
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format:
      total > 0
        ? `${what} {bar} {percentage} % | {value}/{total} ${unit} | {eta_formatted}`
        : `${what} | {value} ${unit} | {duration_formatted}`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 50,
    fps: 10,
  });
  bar.start(Math.max(total, 1), 0);
  return {
    update: (done, newTotal) => {
      if (newTotal !== undefined) bar.setTotal(newTotal);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
