import type { Database } from '@gable/persistence';
import { AuditStore } from '@gable/persistence/operation';
import { actorOf } from './actor.js';

/** What an operator does, with whom and with what: for the audit trail. */
export interface Deed {
  /** The command, such as `keys revoke`. */
  readonly action: string;
  /** Names, ids and times; never a secret. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** Who does it, as they say. */
  readonly by: string | undefined;
}

/** Does something with an entry in the audit trail, written before it begins and ended with what came of it. */
export async function audited<Outcome extends Readonly<Record<string, unknown>>>(
  database: Database,
  { action, subject, by }: Deed,
  work: (audit: AuditStore, entry: number) => Promise<Outcome>,
): Promise<Outcome> {
  const audit = new AuditStore(database);
  const entry = await audit.begin(actorOf(by), action, subject);
  const outcome = await work(audit, entry);
  await audit.finish(entry, outcome);
  return outcome;
}
