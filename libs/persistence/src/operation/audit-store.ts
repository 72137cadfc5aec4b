import type { Queryable } from '../database/database.js';
import { LONGEST_COUNT, LOOKED_AT } from '../database/endless-list.js';
import {
  BEGIN_ENTRY,
  CONTINUE_ENTRY,
  COUNT_OF_ACCOUNT,
  INSERT_ENTRY,
  SELECT_ENTRIES,
  SELECT_OF_ACCOUNT,
} from './statements/audit.js';

/** What somebody did: an operator by hand, or who holds a key of an account. */
export interface AuditEntry {
  readonly id: number;
  readonly at: Date;
  /** Who did it, as they say. */
  readonly actor: string;
  /** The command, such as `listings reset`. */
  readonly action: string;
  readonly subject: Readonly<Record<string, unknown>>;
  /** How far it came. */
  readonly outcome: Readonly<Record<string, unknown>>;
  /** Null while it is under way, and where it was interrupted. */
  readonly finishedAt: Date | null;
}

/** An entry as the operator reads it. */
export interface OperatorAuditEntry extends AuditEntry {
  /** The account that it concerns; null where it concerns none. */
  readonly accountId: string | null;
  /** Its name at present, which the trail does not keep; null where it is gone. */
  readonly account: string | null;
}

/** Something that is done, for the audit trail. Ids and times alone: what is erased must not live on in it. */
export interface AuditedDeed extends Pick<AuditEntry, 'action' | 'subject'> {
  /** The account that it concerns, and that may read it. */
  readonly accountId: string;
  /** The key that does it. */
  readonly apiKeyUuid: string;
}

/** An entry as the account reads it. */
export interface AccountAuditEntry extends AuditEntry {
  /** The key that did it; null where an operator did. */
  readonly apiKeyUuid: string | null;
}

/**
 * The audit trail. What operators do is written before the work begins and with each portion of it; what keys change,
 * in the transaction that changes it.
 */
export class AuditStore {
  constructor(private readonly database: Queryable) {}

  /** Notes that something begins; answers the entry's id. */
  async begin(
    actor: string,
    action: string,
    subject: AuditEntry['subject'],
    accountId: string | null = null,
  ): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(BEGIN_ENTRY, [actor, action, subject, accountId]);
    return row!.id;
  }

  /** Notes how far it came, in the transaction of the portion. */
  async continue(within: Queryable, id: number, outcome: AuditEntry['outcome']): Promise<void> {
    await within.query(CONTINUE_ENTRY, [id, outcome, false]);
  }

  async finish(id: number, outcome: AuditEntry['outcome']): Promise<void> {
    await this.database.query(CONTINUE_ENTRY, [id, outcome, true]);
  }

  /** What was done by hand, newest first. */
  async list(limit: number): Promise<OperatorAuditEntry[]> {
    return this.database.query<OperatorAuditEntry>(SELECT_ENTRIES, [limit]);
  }

  /** Those about an account, newest first; listed and counted no further than LONGEST_COUNT. */
  async ofAccount(
    accountId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ items: AccountAuditEntry[]; total: number; isCapped: boolean }> {
    const from = Math.min(offset, LONGEST_COUNT);
    const [items, [counted]] = await Promise.all([
      this.database.query<AccountAuditEntry>(SELECT_OF_ACCOUNT, [
        accountId,
        from,
        Math.min(limit, LONGEST_COUNT - from),
      ]),
      this.database.query<{ count: number }>(COUNT_OF_ACCOUNT, [accountId, LOOKED_AT]),
    ]);
    const { count } = counted!;
    return { items, total: Math.min(count, LONGEST_COUNT), isCapped: count > LONGEST_COUNT };
  }
}

/** Notes what is done, in the transaction that does it. */
export async function noteDeed(
  within: Queryable,
  { action, subject, accountId, apiKeyUuid }: AuditedDeed,
): Promise<void> {
  await within.query(INSERT_ENTRY, [`key ${apiKeyUuid}`, action, subject, accountId, apiKeyUuid]);
}
