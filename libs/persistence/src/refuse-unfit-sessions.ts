import { ConfigError } from '@gable/runtime';
import { SESSION_SETTINGS } from './connections/session-settings.js';
import type { Queryable } from './database/database.js';

/**
 * Through a pooler nobody says what a session begins with but the server, the database and the role.
 * @throws ConfigError where that is not what statements depend on
 */
export async function refuseUnfitSessions(pooled: Queryable): Promise<void> {
  const names = Object.keys(SESSION_SETTINGS) as (keyof typeof SESSION_SETTINGS)[];
  const rows = await pooled.query<{ name: keyof typeof SESSION_SETTINGS; value: string }>(SELECT_SETTINGS, [names]);
  const problems = rows
    .filter(({ name, value }) => !isFit(name, value))
    .map(
      ({ name, value }) =>
        `DATABASE_URL: sessions behind the pooler begin with ${name} = '${value}'. Say alter role … set ${name} = ` +
        `'${SESSION_SETTINGS[name]}', and let the pooler connect anew.`,
    );
  if (problems.length > 0) throw new ConfigError(problems);
}

/** `ISO, DMY` is ISO, and any number of digits from 1 on is exact. */
function isFit(name: keyof typeof SESSION_SETTINGS, value: string): boolean {
  if (name === 'extra_float_digits') return Number(value) >= 1;
  if (name === 'datestyle') return value.startsWith(SESSION_SETTINGS.datestyle);
  return value === SESSION_SETTINGS[name] || (name === 'timezone' && UTC.test(value));
}

const UTC = /^(?:Etc\/)?(?:UTC|UCT|Zulu|Universal|GMT)$/i;
const SELECT_SETTINGS = `
  select name, current_setting(name) as value from unnest($1::text[]) as name`;
