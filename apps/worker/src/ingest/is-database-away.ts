import { isTransient } from '@gable/persistence';

/**
 * Whether it was the database that failed and not the feed: it passes, or nothing of Gable works until an operator acts
 * (no such table, no such right, a full disk). SQLSTATE classes of the PostgreSQL documentation, appendix A.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return (
    isTransient(error) || (typeof code === 'string' && /^(?:08|25|28|3D|3F|40|42|53|55|57|58)[0-9A-Z]{3}$/.test(code))
  );
}
