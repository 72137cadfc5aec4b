import { setTimeout as sleep } from 'node:timers/promises';
import { redact } from '@gable/runtime';
import { Command, InvalidArgumentError } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { drawState } from './draw-state.js';
import { ratesBetween, StateReader, type State } from './read-state.js';
import { canvasOf, Screen } from './screen.js';

interface TopOptions {
  once?: boolean;
  json?: boolean;
  interval: number;
}

export function topCommand(): Command {
  return new Command('top')
    .option('--once', 'print one state, with the rates of one interval before it')
    .option('--json', 'print each state as one line of JSON on standard output')
    .option('--interval <seconds>', 'time between two states, from 0.2 to 3600', interval, 2)
    .action((options: TopOptions) =>
      withDatabase(async ({ database, config, signal }) => {
        const states = new StateReader(database, config);
        const pause = (): Promise<unknown> =>
          sleep(options.interval * 1_000, undefined, { signal }).catch(() => undefined); // interrupted: it ends
        const isLive = process.stdout.isTTY && !options.once && !options.json && process.env['TERM'] !== 'dumb';
        if (isLive) await watch(states, pause, signal);
        else await print(states, pause, signal, options);
      }),
    );
}

/** The terminal, until it is interrupted. A database that is away is no end: it is said, and asked again. */
async function watch(states: StateReader, pause: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  let before: State | undefined;
  let draw = (): void => {};
  const screen = new Screen(process.stdout, () => draw());
  try {
    while (!signal.aborted) {
      try {
        const state = await states.read();
        const rates = ratesBetween(before, state);
        before = state;
        draw = () => screen.show(drawState(state, rates, screen.canvas));
      } catch (error) {
        const reason = redact(error instanceof Error ? error.message || error.name : String(error));
        draw = () => screen.show([`! The database does not answer: ${reason}`.slice(0, screen.canvas.columns)]);
      }
      draw();
      await pause();
    }
  } finally {
    screen.close();
  }
}

/** For scripts and pipes: the first state has nothing before it, so that one alone is read twice. */
async function print(
  states: StateReader,
  pause: () => Promise<unknown>,
  signal: AbortSignal,
  { once, json }: TopOptions,
): Promise<void> {
  const isOne = once === true || json !== true;
  let before = await states.read();
  do {
    await pause();
    if (signal.aborted) return;
    const state = await states.read();
    const rates = ratesBetween(before, state);
    before = state;
    const { written, ...shown } = state;
    process.stdout.write(
      json
        ? `${JSON.stringify({ ...shown, perSecond: rates })}\n`
        : `${drawState(state, rates, canvasOf({})).join('\n')}\n`,
    );
  } while (!isOne);
}

function interval(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds < 0.2 || seconds > 3_600)
    throw new InvalidArgumentError('Expects a number of seconds from 0.2 to 3600.');
  return seconds;
}
