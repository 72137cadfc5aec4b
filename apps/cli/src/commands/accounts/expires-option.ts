import { parseDateTime } from '@gable/domain/listing';
import { InvalidArgumentError, Option } from 'commander';
import { refusal } from '../../terminal/outcome.js';

const DAY_MS = 86_400_000;

/** `--expires`, read as the moment from which the key is good for nothing. */
export function expiresOption(whereLeftOut: string): Option {
  const says = `the last day on which it is valid, or a time: 2027-06-30, 2027-06-30T12:00:00Z; ${whereLeftOut}`;
  return new Option('--expires <date>', says).argParser(endOf);
}

/** @throws where a key would be good for nothing from the beginning */
export function refusePast(expires: Date | undefined, now: Date): void {
  if (expires !== undefined && expires <= now)
    throw refusal(
      'DATE_IS_PAST',
      `--expires expects a date in the future; this one ended at ${expires.toISOString()}.`,
    );
}

/** A day alone means all of it, UTC. */
function endOf(text: string): Date {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const at = parseDateTime(isDay ? `${text}T00:00Z` : text);
  if (at === undefined) throw new InvalidArgumentError('Expects a day such as 2027-06-30, or a time with its zone.');
  return new Date(Date.parse(at) + (isDay ? DAY_MS : 0));
}
