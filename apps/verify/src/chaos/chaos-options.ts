import { type ProgramOption, wholeNumber } from '@gable/testing/options';
import { InvalidArgumentError } from 'commander';

/** Options that several sorts of chaos have, each with a default of its own. */
export const kills = (standard: number) => wholeNumber('how many processes are killed', standard);
export const stops = (standard: number) => wholeNumber('how often PostgreSQL is stopped', standard);
export const workers = (standard: number) => wholeNumber('processes that run at once', standard);

/** Minutes may be a fraction: half of one is a short run. */
export function minutes(description: string, standard: number): ProgramOption<number> {
  return { description, valueName: 'number', default: standard, parse: readMinutes };
}

function readMinutes(text: string): number {
  const value = Number(text);
  if (!(value > 0) || value > MOST_MINUTES)
    throw new InvalidArgumentError(`Expects a number above 0 and up to ${MOST_MINUTES}.`);
  return value;
}

const MOST_MINUTES = 600;
