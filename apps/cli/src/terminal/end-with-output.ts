import { FAILED } from './outcome.js';

/**
 * Ends a command whose standard output takes no more, as at a signal: what is under way ends in order. Who reads may
 * have seen enough (`gable top --json | head -1`): nothing is said of that.
 */
export function endWithOutput(command: NodeJS.Process): void {
  let isOver = false;
  command.stdout.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
    if (isOver) return; // each further write fails, too
    isOver = true;
    if (code !== 'EPIPE') command.stderr.write(`Standard output cannot be written (${code}).\n`);
    command.exitCode = FAILED;
    command.emit('SIGTERM', 'SIGTERM');
  });
}
