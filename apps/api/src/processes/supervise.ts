import { announcePort, Shutdown, type Config, type Logger } from '@gable/runtime';
import { ProcessGroup } from './process-group.js';

/** Longer than the processes are given. */
const STOP_BOUND_MS = 13_000;

/** Starts the processes that answer, keeps so many of them, and ends with them. It answers nothing itself. */
export async function run({ apiProcesses, host, port }: Config, log: Logger): Promise<void> {
  const group = new ProcessGroup(apiProcesses, log);
  const shutdown = new Shutdown({ log, boundMs: STOP_BOUND_MS }).add('end the API processes', () => group.stop());
  shutdown.listen();
  const exitCode = await group.start();
  if (exitCode !== undefined) return shutdown.begin('an API process cannot start', exitCode);
  log.info({ host, port, processes: apiProcesses }, 'the API listens');
  announcePort(port);
}

export function explain(): string {
  return 'The API cannot start.';
}
