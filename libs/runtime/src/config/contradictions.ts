import type { Environment } from './environment.js';
import { retentionProblems } from './retention.js';
import { DEFAULT_PORT } from './settings.js';

/** What does not go together though each variable is right: a sentence for each, which names its variable. */
export function contradictions(given: Environment): string[] {
  const problems: string[] = [];
  if (given.SMTP_URL !== undefined && given.MAIL_FROM === undefined)
    problems.push('MAIL_FROM: must be set if SMTP_URL is set.');
  problems.push(...dkimProblems(given), ...retentionProblems(given));
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (given[name] !== undefined && given.DATABASE_URL === undefined)
      problems.push(`DATABASE_URL: must be set if ${name} is set.`);
  if (given.DATABASE_REPLICA_MAX_LAG !== undefined && given.DATABASE_REPLICA_URL === undefined)
    problems.push('DATABASE_REPLICA_URL: must be set if DATABASE_REPLICA_MAX_LAG is set.');
  if (given.WORKER_PORT !== undefined && given.WORKER_PORT === (given.PORT ?? DEFAULT_PORT))
    problems.push(`WORKER_PORT: ${given.WORKER_PORT} is already the port of the API.`);
  if (given.WORKER_STAGES?.join() === 'indexing' && given.SEARCH_ENGINE !== 'opensearch')
    problems.push('WORKER_STAGES: indexing alone has nothing to do unless SEARCH_ENGINE is opensearch.');
  return problems;
}

function dkimProblems(given: Environment): string[] {
  const names = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE'] as const;
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === names.length) return [];
  const set = names.filter((name) => given[name] !== undefined).join(' and ');
  return missing.map((name) => `${name}: must be set if ${set} ${missing.length === 2 ? 'is' : 'are'} set.`);
}
