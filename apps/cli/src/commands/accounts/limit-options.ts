import { LARGEST_QUOTA, QUOTA_KINDS, type QuotaKind } from '@gable/domain';
import { Command, InvalidArgumentError, Option } from 'commander';

/** As who comes next says: key, account, plan, setting. */
export const AS_NEXT = 'default';
/** In place of the name of a plan: none. */
export const NO_PLAN = 'none';
/** A limit to set, or that what is said here is taken back. */
export type Said = number | typeof AS_NEXT;

const LARGEST_RATE = 10_000_000;

/** `--max-alerts` and so on. */
export interface QuotaFlags {
  maxAlerts?: Said;
  maxShapes?: Said;
  maxFavorites?: Said;
  maxKeys?: Said;
}

/** Gives a command an option per quota. */
export function withQuotaFlags(command: Command, next: string): Command {
  for (const kind of QUOTA_KINDS)
    command.addOption(
      new Option(`--max-${kind} <number>`, `${kind} an account may have; "${AS_NEXT}" = ${next}`).argParser(quotaOf),
    );
  return command;
}

/** As stores take it: null where nothing is said any more. */
export const limitIn = (said: Said): number | null => (said === AS_NEXT ? null : said);

/** What was said of quotas, by kind. */
export function quotasIn({ maxAlerts, maxShapes, maxFavorites, maxKeys }: QuotaFlags) {
  const all = { alerts: maxAlerts, shapes: maxShapes, favorites: maxFavorites, keys: maxKeys };
  const said = Object.entries(all).flatMap(([kind, limit]) => (limit === undefined ? [] : [[kind, limitIn(limit)]]));
  return Object.fromEntries(said) as Partial<Record<QuotaKind, number | null>>;
}

/** `--requests-per-minute`. */
export function rateOption(of: string, next: string): Option {
  const description = `requests per minute that ${of} may make; 0 = no limit, "${AS_NEXT}" = ${next}`;
  return new Option('--requests-per-minute <number>', description).argParser((text) => limitOf(text, LARGEST_RATE));
}

/** A limit of what an account keeps. */
export const quotaOf = (text: string): Said => limitOf(text, LARGEST_QUOTA);

function limitOf(text: string, largest: number): Said {
  if (text === AS_NEXT) return AS_NEXT;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (limit <= largest) return limit;
  throw new InvalidArgumentError(`Expects a whole number from 0 to ${largest}, or "${AS_NEXT}".`);
}
