import type { Database } from '@gable/persistence';
import { AuditStore } from '@gable/persistence/operation';
import { actorOf } from './actor.js';

/** What an operator does, with whom and with what: for the audit trail. */
export interface Deed {
  /** The command, such as `keys revoke`. */
  readonly action: string;
  /** Ids, roles, sources and times; never a secret, nor a name, an address or a text that somebody may have erased. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** The account that it concerns, and that may read it. */
  readonly accountId?: string;
  /** Who does it, as they say. */
  readonly by: string | undefined;
}

/**
 * Does something with an entry in the audit trail, written before it begins and ended with what is told of the outcome;
 * with all of it, if nothing else is said.
 */
export async function audited<Outcome extends Readonly<Record<keyof Outcome, unknown>>>(
  database: Database,
  { action, subject, accountId, by }: Deed,
  work: () => Promise<Outcome>,
  told: (outcome: Outcome) => Readonly<Record<string, unknown>> = (outcome) => ({ ...outcome }),
): Promise<Outcome> {
  const audit = new AuditStore(database);
  const entry = await audit.begin(actorOf(by), action, subject, accountId);
  const outcome = await work();
  await audit.finish(entry, told(outcome));
  return outcome;
}
